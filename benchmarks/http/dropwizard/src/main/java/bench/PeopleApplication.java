package bench;

import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import org.eclipse.jetty.server.ServerConnector;

/** The endpoints of the other peers, as Dropwizard's manual writes them. Prints the application port when it listens. */
public class PeopleApplication extends Application<Configuration> {
  public static void main(String[] args) throws Exception {
    new PeopleApplication().run(args);
  }

  @Override
  public void run(Configuration configuration, Environment environment) {
    environment.jersey().register(new PeopleResource());
    environment.jersey().register(new TextResource());
    environment.lifecycle().addServerLifecycleListener(server -> {
      ServerConnector application = (ServerConnector) server.getConnectors()[0];
      System.out.println("application port " + application.getLocalPort());
    });
  }
}
