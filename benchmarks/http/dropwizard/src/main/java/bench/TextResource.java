package bench;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

@Path("/text")
public class TextResource {
  @GET
  @Produces(MediaType.TEXT_PLAIN)
  public String text() {
    return "hello world";
  }
}
