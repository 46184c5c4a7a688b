package bench;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

public record Person(
    @NotEmpty @Size(max = 100) String name,
    @NotNull @Email String email,
    @NotNull @Min(0) @Max(150) Integer age,
    @NotNull @Size(max = 10) List<String> tags,
    @NotNull @Valid Address address) {
  public record Address(@NotEmpty @Size(max = 200) String street, @NotEmpty @Size(max = 200) String city, @NotNull @Size(max = 10) String zip) {}
}
