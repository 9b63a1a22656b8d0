/** Characters that PostgreSQL cannot store. */

export type UnstorableCharacter = 'a NUL character' | 'an unpaired surrogate'

export function unstorableIn(text: string): UnstorableCharacter | null {
  if (text.includes('\0')) return 'a NUL character'
  return /\p{Surrogate}/u.test(text) ? 'an unpaired surrogate' : null
}

/** The same for the keys and values of valid JSON text. */
export function unstorableInJson(json: string): UnstorableCharacter | null {
  // Only an escape can produce these characters, so other texts are not walked.
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return null
  let found: UnstorableCharacter | null = null
  JSON.parse(json, (key, value: unknown) => {
    found ??= unstorableIn(key) ?? (typeof value === 'string' ? unstorableIn(value) : null)
    return value
  })
  return found
}
