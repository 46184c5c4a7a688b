// noticed: compile
// says: name the values by @JsonProperty(enumOf(Choice))
import { Min } from 'keelson';

enum Priority {
  low = 1,
  high = 2,
}
class Job {
  @Min(1) priority!: Priority;
}
export default Job;
