/** What somebody may choose for a connection: the provider's own settings, and what all have in common. */
import { z } from 'zod'
import { issueText } from '../../kernel/issue-text.js'
import { settingsInvalid } from '../errors.js'
import type { Provider, Settings } from '../providers/provider.js'

const clickIdField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'A further name under which metadata holds the click id.' })
const allowUnsigned = z
  .boolean()
  .default(false)
  .meta({ description: 'Takes requests without a signature while there is no secret: whoever knows the address can send them.' })

export const settingsSchemaOf = ({ settings, receiver }: Provider): z.ZodObject =>
  receiver ? settings.extend({ clickIdField, ...(receiver.maySendUnsigned ? { allowUnsigned } : {}) }) : settings

/** With what was left out filled in; refuses what the provider does not know. */
export function parseSettings(provider: Provider, given: Settings): Record<string, unknown> {
  const result = z.object({ settings: settingsSchemaOf(provider).strict() }).safeParse({ settings: given })
  if (!result.success) throw settingsInvalid(issueText(result.error))
  return result.data.settings
}

/** As stored ones are read, also where the provider learnt further settings since. */
export const readSettings = (provider: Provider, stored: Settings): Record<string, unknown> => settingsSchemaOf(provider).parse(stored)
