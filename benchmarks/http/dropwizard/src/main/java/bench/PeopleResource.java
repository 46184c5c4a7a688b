package bench;

import com.codahale.metrics.annotation.Timed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

@Path("/people")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public class PeopleResource {
  public record Summary(int id, int limit, String name, boolean active) {}

  @GET
  @Path("/{id}")
  @Timed
  public Summary fetch(@PathParam("id") @Min(1) int id, @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) int limit) {
    return new Summary(id, limit, "Ada Lovelace", true);
  }

  @POST
  public Person create(@NotNull @Valid Person person) {
    return person;
  }
}
