/** Structured logs on standard output without secrets: one JSON line each, or text for people on a terminal. */
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Config } from './config.js'
import { isOutage } from './is-outage.js'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

const secretPaths = ['authorization', 'cookie', 'password', 'token', 'secret', 'signingSecret', 'apiKey', 'publishableKey', 'url.password']

/** The log of a process, in the configured format. */
export async function openProcessLog({ logLevel, logFormat }: Config, name: string): Promise<Logger> {
  const isPretty = logFormat === undefined ? process.stdout.isTTY : logFormat === 'pretty'
  return openLog(logLevel, name, isPretty ? await prettyStream() : undefined)
}

/** PM2 assigns lines of a clustered process to it only if they pass the stream, which costs more than the file descriptor. */
const standardOutput = (): DestinationStream => (process.env['pm_id'] === undefined ? pino.destination(1) : process.stdout)

/** A logger that redacts fields with secret names at the top level and one level below. */
export function openLog(level: string, name: string, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: { process: name },
      redact: { paths: [...secretPaths, ...secretPaths.map((path) => `*.${path}`)], censor: '[secret]' },
      serializers: { err: serializeError },
    },
    destination,
  )
}

/** Loaded only where it is used: production logs are JSON. */
async function prettyStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    sync: true, // lines appear in the order in which processes log them
    colorize: process.stdout.isTTY,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    // The message of a request contains these fields.
    ignore: 'process,method,path,status,durationMs,endpoint,requestId',
    messageFormat: (line, messageKey) => `${String(line['process']).padEnd(6)} ${prettyMessage(line, String(line[messageKey]))}`,
  })
}

const prettyMessage = ({ method, path, status, durationMs }: Record<string, unknown>, message: string) =>
  message === 'request' ? `${String(method)} ${String(path)} ${String(status)} ${String(durationMs)} ms` : message

// Libraries attach whole connection objects to their errors. An outage has many errors, so they are logged without their stack traces.
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, code: (error as NodeJS.ErrnoException).code, ...(isOutage(error) ? {} : { stack }) }
}
