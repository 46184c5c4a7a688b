// noticed: start
// says: PeopleResource.all
// says: /people
import { Application, AssetsBundle, Bootstrap, Configuration, Environment, GET, Path, run } from 'keelson';

@Path('/people')
class PeopleResource {
  @GET @Path('all') all() {
    return '';
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new AssetsBundle(new URL('.', import.meta.url), '/people'));
  }
  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(PeopleResource);
  }
}
export default new ShopApplication();
