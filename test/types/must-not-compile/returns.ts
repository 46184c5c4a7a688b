// @Returns on methods that are declared to return something else.
import { GET, POST, NotEmpty, Optional, Reply, Returns, listOf } from 'keelson';

export class Person {
  @NotEmpty name!: string;
}

export class Right {
  @GET @Returns(Person) plain(): Person {
    return new Person();
  }
  @GET @Returns(Person) async later(): Promise<Person> {
    return new Person();
  }
  @GET @Returns(Person) maybe(): Optional<Person> {
    return Optional.absent();
  }
  @GET @Returns(listOf(Person), { status: 202 }) async built(): Promise<Reply<Person[]>> {
    return Reply.accepted([]);
  }
  @GET @Returns(Person) unknown(): Reply {
    return Reply.ok();
  }
  @GET @Returns(Person) orNothing(): Person | undefined {
    return undefined;
  }
  @POST @Returns(204) async nothing(): Promise<void> {}
}

export class Wrong {
  // error TS1241: "@Returns names another type; this method returns": Person[]
  @GET @Returns(Person) list(): Promise<Person[]> {
    return Promise.resolve([]);
  }
  // error TS1241: "@Returns names another type; this method returns": Person
  @GET @Returns(listOf(Person)) one(): Person {
    return new Person();
  }
  // error TS1241: "@Returns names another type; this method returns": Person[]
  @GET @Returns(Person) built(): Reply<Person[]> {
    return Reply.ok([]);
  }
  // error TS1241: "@Returns names another type; this method returns": string
  @GET @Returns(Person) text(): Optional<string> {
    return Optional.absent();
  }
}
