/** The host of a referer in the form in which hosts are compared; null for a visit without one. */
export function comparableHost(referer: string): string | null {
  const text = referer.trim().toLowerCase()
  if (text === '' || text === '(direct)') return null
  const address = text.includes('://') ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

/** Whether the host matches the pattern, in which `*` stands for any characters. Takes time proportional to the product of the lengths. */
export function matchesHost(host: string, domainPattern: string): boolean {
  const pattern = domainPattern
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  let [at, patternAt, resumeAt, starAt] = [0, 0, 0, -1]
  while (at < host.length) {
    if (pattern[patternAt] === '*') {
      starAt = patternAt++
      resumeAt = at
    } else if (pattern[patternAt] === host[at]) {
      patternAt++
      at++
    } else if (starAt >= 0) {
      patternAt = starAt + 1
      at = ++resumeAt
    } else return false
  }
  return /^\**$/.test(pattern.slice(patternAt))
}
