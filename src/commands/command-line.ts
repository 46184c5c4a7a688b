import { Argument, Command as Parser, CommanderError, Option } from 'commander';

import type { Command } from '../application/bootstrap.js';
import { CommandArguments } from '../application/command-syntax.js';
import type { ArgumentSettings, CommandSyntax, OptionSettings } from '../application/command-syntax.js';
import type { Output } from '../application/output.js';

/** What the command line asks for: a command with its arguments, or nothing more because help, version or a refusal was printed. */
export type Request = { readonly command: Command; readonly args: CommandArguments } | { readonly exitCode: number };

export interface CommandLineSettings {
  /** How the program is called, for the help: "node main.js". */
  readonly program: string;
  readonly description: string;
  readonly version: () => string | undefined;
  readonly commands: readonly Command[];
  readonly output: Output;
}

const aboutOverrides = 'To override a value of the configuration: -Dsvc.path=value, such as -Dsvc.logging.level=DEBUG';

/** Finds the command and its arguments; prints help, the version, or what is wrong with the arguments. */
export function readCommandLine(args: readonly string[], settings: CommandLineSettings): Request {
  let request: Request | undefined;
  const parser = topParser(settings);
  for (const command of settings.commands) addCommand(parser, command, (given) => (request = { command, args: given }));
  try {
    if (args.length === 0) parser.help();
    parser.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.unknownCommand') settings.output.printError(knownCommands(settings.commands));
    // Asking for help is not a failure, even if commander reports it as one.
    return { exitCode: error.code.startsWith('commander.help') || error.code === 'commander.version' ? 0 : 1 };
  }
  return request ?? { exitCode: 0 };
}

function topParser({ program, description, version, output }: CommandLineSettings): Parser {
  const parser = new Parser(program)
    .description(description)
    .usage('<command> [file] [options]')
    .exitOverride()
    .configureHelp({ sortSubcommands: true, sortOptions: true, helpWidth: 100 })
    .configureOutput({ writeOut: (text) => output.print(text), writeErr: (text) => output.printError(text) })
    .helpOption('-h, --help', 'Shows this help')
    .helpCommand('help [command]', 'Shows the help of a command')
    .option('-v, --version', 'Shows the version of the application')
    .addHelpText('after', `\n${aboutOverrides}`);
  parser.on('option:version', () => {
    output.print(version() ?? 'No application version detected. Give the package.json of the application a "version" to have one.');
    throw new CommanderError(0, 'commander.version', '');
  });
  return parser;
}

function addCommand(parser: Parser, command: Command, chosen: (args: CommandArguments) => void): void {
  const own = parser.command(command.name).description(command.description).helpOption('-h, --help', 'Shows this help');
  const syntax = new ParserSyntax(own);
  if (command.needsConfiguration) {
    syntax.argument('[file]', 'The configuration: YAML (.yml, .yaml), otherwise JSON. Without a file, the defaults apply');
    syntax.help(aboutOverrides);
  }
  command.configure(syntax);
  own.action(() => chosen(syntax.given()));
}

class ParserSyntax implements CommandSyntax {
  constructor(private readonly parser: Parser) {}

  argument(form: string, description: string, { choices, default: fallback }: ArgumentSettings = {}): this {
    const argument = new Argument(form, description);
    if (choices !== undefined) argument.choices(choices);
    if (fallback !== undefined) argument.default(fallback);
    this.parser.addArgument(argument);
    return this;
  }

  option(form: string, description: string, { choices, default: fallback, required, repeatable }: OptionSettings = {}): this {
    const option = new Option(form, description).makeOptionMandatory(required === true);
    if (choices !== undefined) option.choices(choices);
    if (fallback !== undefined) option.default(fallback);
    if (repeatable === true) option.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]);
    this.parser.addOption(option);
    return this;
  }

  help(text: string): this {
    this.parser.addHelpText('after', `\n${text}`);
    return this;
  }

  given(): CommandArguments {
    const given = new Map<string, unknown>();
    for (const option of this.parser.options)
      given.set(option.long?.replace(/^--/, '') ?? option.name(), this.parser.getOptionValue(option.attributeName()));
    this.parser.registeredArguments.forEach((argument, index) => given.set(argument.name(), this.parser.processedArgs[index]));
    return new CommandArguments(given);
  }
}

function knownCommands(commands: readonly Command[]): string {
  return `Commands: ${commands
    .map(({ name }) => name)
    .toSorted()
    .join(', ')}`;
}
