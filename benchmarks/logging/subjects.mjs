// The loggers under test, each writing INFO lines to a file in the way its manual shows first.
import { getLogger, loggerTree, LoggingFactory, FileAppenderFactory, JsonLayoutFactory } from '../../dist/src/logging/index.js';

/** Each opens a logger on a file, at INFO, and gives a way to wait until all lines are in it. */
export const subjects = {
  keelson: (file) => openKeelson(file, false),
  'keelson, json': (file) => openKeelson(file, true),

  async pino(file) {
    const { pino } = await import('pino');
    const destination = pino.destination(file);
    return { log: pino(destination), close: () => closePino(destination) };
  },

  async 'pino, buffered'(file) {
    const { pino } = await import('pino');
    const destination = pino.destination({ dest: file, sync: false, minLength: 4096 });
    await new Promise((resolve) => destination.once('ready', resolve));
    return { log: pino(destination), close: () => closePino(destination) };
  },

  async winston(file) {
    const { default: winston } = await import('winston');
    const log = winston.createLogger({
      level: 'info',
      format: winston.format.combine(winston.format.splat(), winston.format.timestamp(), winston.format.json()),
      transports: [new winston.transports.File({ filename: file })],
    });
    const close = () =>
      new Promise((resolve) => {
        log.transports[0].on('finish', resolve);
        log.end();
      });
    return { log, close };
  },

  async log4js(file) {
    const { default: log4js } = await import('log4js');
    log4js.configure({
      appenders: { file: { type: 'file', filename: file } },
      categories: { default: { appenders: ['file'], level: 'info' } },
    });
    return { log: log4js.getLogger('com.example.Bench'), close: () => new Promise((resolve) => log4js.shutdown(resolve)) };
  },
};

async function openKeelson(file, json) {
  const factory = new LoggingFactory();
  const appender = new FileAppenderFactory();
  appender.currentLogFilename = file;
  appender.archive = false;
  if (json) appender.layout = new JsonLayoutFactory();
  factory.appenders = [appender];
  await loggerTree.configure(factory);
  return { log: getLogger('com.example.Bench'), close: () => loggerTree.close() };
}

function closePino(destination) {
  return new Promise((resolve) => {
    destination.on('close', resolve);
    destination.end();
  });
}
