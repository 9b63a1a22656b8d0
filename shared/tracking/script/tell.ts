/** Runs in pages: what the service is told. */
import { keepId, keptId, partnerCookie, writeCookie } from './keep.js'
import type { State } from './page.js'

export type Answer = Record<string, unknown>

export function post({ page, options }: State, path: string, body: object, key?: string | null): Promise<Answer> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (key) headers.Authorization = `Bearer ${key}`
  return page
    .fetch(`${options.apiHost}/track/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      credentials: 'omit',
      keepalive: true,
    })
    .then((answer) =>
      answer.json().then((told) => {
        if (answer.ok) return told as Answer
        throw Object.assign(new Error(`track/${path} was refused`), told as object)
      }),
    )
}

/** Somebody came by a link without its redirect. An id that is in the address already wins over the answer's. */
export function trackClick(state: State, given: { domain?: string; key: string }): Promise<Answer> {
  const { page, options } = state
  return post(state, 'click', {
    domain: given.domain || options.domains.refer,
    key: given.key,
    url: page.location.href,
    referrer: page.document.referrer || null,
  }).then((answer) => {
    const named = idInAddress(state)
    if (!named || named === answer.clickId) keepAnswer(state, answer)
    return answer
  })
}

export function keepAnswer(state: State, answer: Answer): void {
  keepId(state, (answer.clickId as string | undefined) || '')
  if (!answer.partner || !state.mayStore) return
  writeCookie(state, partnerCookie(state), JSON.stringify(answer), 90)
  state.page.DubAnalytics = { partner: answer.partner, discount: answer.discount || null }
}

export function trackVisit(state: State): Promise<Answer> {
  const { page, options } = state
  return post(state, 'visit', { domain: options.domains.site, url: page.location.href, referrer: page.document.referrer || null }).then(
    (answer) => {
      keepId(state, (answer.clickId as string | undefined) || '')
      return answer
    },
  )
}

/** A lead or a sale, by the click that is kept unless the page names one. */
export function trackConversion(state: State, kind: 'lead' | 'sale', given: Answer): Promise<Answer> {
  return post(state, `${kind}/client`, Object.assign({ clickId: keptId(state) }, given), state.options.publishableKey)
}

export function idInAddress({ page, options }: State): string {
  const query = new URLSearchParams(page.location.search)
  for (const name of options.idNames) {
    const id = query.get(name)
    if (id) return id
  }
  return ''
}
