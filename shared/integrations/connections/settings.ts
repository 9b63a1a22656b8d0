/** Settings of connections: those of the provider and the common ones. */
import { z } from 'zod'
import { formatZodIssue } from '../../kernel/format-zod-issue.js'
import { settingsInvalid } from '../errors.js'
import type { Provider, Settings } from '../providers/provider.js'

const clickIdField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'Additional metadata field that contains the click id.' })
const allowUnsigned = z
  .boolean()
  .default(false)
  .meta({ description: 'Accepts unsigned requests while no secret is set. Anyone who knows the URL can then send events.' })

export const settingsSchemaOf = ({ settings, receiver }: Provider): z.ZodObject =>
  receiver ? settings.extend({ clickIdField, ...(receiver.maySendUnsigned ? { allowUnsigned } : {}) }) : settings

/**
 * The default settings that a new connection takes. Not the server that gets its API key: any member may change the defaults, and could
 * otherwise have the keys of others sent to a server of their own.
 */
export const inheritedSettings = ({ apiUrl: _, ...others }: Settings): Settings => others

/** The settings with the changes. Null resets a setting to its default. */
export const withChanges = (settings: Settings | null | undefined, changes: Settings | undefined): Settings =>
  Object.fromEntries(Object.entries({ ...settings, ...changes }).filter(([, value]) => value !== null))

/** Validates input, applies defaults and rejects unknown settings. */
export function parseSettings(provider: Provider, input: Settings): Record<string, unknown> {
  const result = z.object({ settings: settingsSchemaOf(provider).strict() }).safeParse({ settings: input })
  if (!result.success) throw settingsInvalid(formatZodIssue(result.error))
  return result.data.settings
}

/** Reads stored settings, with defaults for settings added since. */
export const readSettings = (provider: Provider, stored: Settings): Record<string, unknown> => settingsSchemaOf(provider).parse(stored)
