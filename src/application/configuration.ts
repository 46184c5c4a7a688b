/** The keys that every service has; extend it by those of your own. */
export class Configuration {}
