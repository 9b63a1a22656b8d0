/** Structured logs on standard output, one JSON line each, without secrets. */
import { pino, stdSerializers, type Logger } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

const secretPaths = ['authorization', 'cookie', 'password', 'token', 'secret', 'signingSecret', 'apiKey', 'publishableKey', 'url.password']

/** A logger that redacts fields with secret names at the top level and one level below. */
export function openLog(level: string, name: string): Logger {
  return pino({
    level,
    base: { process: name },
    redact: { paths: [...secretPaths, ...secretPaths.map((path) => `*.${path}`)], censor: '[secret]' },
    serializers: { err: serializeError },
  })
}

// Libraries attach whole connection objects to their errors.
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, code: (error as NodeJS.ErrnoException).code, stack }
}
