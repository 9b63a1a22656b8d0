/** What a log may show: secrets leave their beginning and their end, so that somebody can tell which one it was. */

/** Fields whose text is a secret, by the end of their name. */
const secretField = /(?:token|secret|api_?key|publishable_?key|invite_?code|credentials?|verifier)$/i
/** Fields of which not even an end may be shown: people choose short ones. */
const hiddenField = /(?:password|passwd|signing_?secret)$/i
/** A key of ours, wherever it stands. */
const ownKey = /\bsvc_(?:[a-z]+_)*[0-9A-Za-z_-]{16,}/g

const hidden = '*****'
const shownEnd = 6

/** The prefix up to its last underscore, stars, the last six characters; a short text is hidden whole. */
export function maskSecret(text: string): string {
  if (text.length < 3 * shownEnd) return hidden
  const prefix = /^(?:[A-Za-z]{1,16}_)+/.exec(text)?.[0] ?? ''
  return (text.length - prefix.length < 3 * shownEnd ? '' : prefix) + hidden + text.slice(-shownEnd)
}

/** Deeper than anything that an operation takes; beyond it, nesting is somebody's attempt. */
const deepest = 20
const leftOut = '…'

/** JSON of the value as a log may show it: about `longest` characters are looked at, whatever the size of the value. */
export function maskedJson(value: unknown, longest: number): string {
  let left = longest
  const text = (one: string, name: string) =>
    hiddenField.test(name) ? hidden : secretField.test(name) ? maskSecret(one) : one.slice(0, longest).replaceAll(ownKey, maskSecret)
  const shown = (one: unknown, name: string, depth: number): unknown => {
    left -= name.length + (typeof one === 'string' ? one.length : 4)
    if (depth > deepest) return leftOut
    if (typeof one === 'string') return text(one, name)
    if (Array.isArray(one)) return one.slice(0, room()).map((item) => (left > 0 ? shown(item, name, depth + 1) : leftOut))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one)
        .slice(0, room())
        .map(([key, item]) => [key, left > 0 ? shown(item, key, depth + 1) : leftOut]),
    )
  }
  const room = () => Math.max(0, left) + 1
  return JSON.stringify(shown(value, '', 0)).slice(0, longest)
}
