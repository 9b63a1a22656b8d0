/** What forms of the program offer to choose from. */
import type { Call } from '../api-client.js'
import type { Choice } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { readPages } from '../kit/read-pages.js'

/** Names of the interface as choices. */
export const choicesOf = (names: readonly string[]): Choice[] => names.map((value) => ({ value, label: formatName(value) }))

/** The groups of the program. */
export const loadGroups = async (call: Call): Promise<Choice[]> =>
  (await readPages(100, (query) => call('listGroups', { query }))).map(({ id, name }) => ({ value: id, label: name }))

/** The tags of partners. */
export const loadTags = async (call: Call): Promise<Choice[]> =>
  (await readPages(100, (query) => call('listPartnerTags', { query }))).map(({ id, name }) => ({ value: id, label: name }))

export interface Audience {
  groups: Choice[]
  tags: Choice[]
}

export async function loadAudience(call: Call): Promise<Audience> {
  const [groups, tags] = await Promise.all([loadGroups(call), loadTags(call)])
  return { groups, tags }
}

export const labelOf = (choices: Choice[], value: string | null | undefined): string =>
  choices.find((choice) => choice.value === value)?.label ?? ''
