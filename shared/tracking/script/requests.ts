/** Runs in pages: requests to the tracking API. */
import type { State } from './browser.js'
import { storeId, storedId, partnerCookieName, writeCookie } from './cookies.js'

export type ApiResponse = Record<string, unknown>

export function post({ page, options }: State, path: string, body: object, key?: string | null): Promise<ApiResponse> {
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
    .then((response) =>
      response.json().then((result) => {
        if (response.ok) return result as ApiResponse
        throw Object.assign(new Error(`track/${path} failed`), result as object)
      }),
    )
}

/**
 * Records a click of a visitor who came by a link without its redirect. A click id in the page's URL takes precedence over the one of the
 * response.
 */
export function trackClick(state: State, input: { domain?: string; key: string }): Promise<ApiResponse> {
  const { page, options } = state
  return post(state, 'click', {
    domain: input.domain || options.domains.refer,
    key: input.key,
    url: page.location.href,
    referrer: page.document.referrer || null,
  }).then((response) => {
    const idInUrl = idFromUrl(state)
    if (!idInUrl || idInUrl === response.clickId) storeResponse(state, response)
    return response
  })
}

export function storeResponse(state: State, response: ApiResponse): void {
  storeId(state, (response.clickId as string | undefined) || '')
  if (!response.partner || !state.canStore) return
  writeCookie(state, partnerCookieName(state), JSON.stringify(response), 90)
  showPartner(state, response)
}

/** Sets the partner and the discount on the page, where the official library reads them. */
export function showPartner(state: State, { partner, discount }: ApiResponse): void {
  if (partner) state.page.DubAnalytics = { partner, discount: discount || null }
}

export function trackVisit(state: State): Promise<ApiResponse> {
  const { page, options } = state
  return post(state, 'visit', { domain: options.domains.site, url: page.location.href, referrer: page.document.referrer || null }).then(
    (response) => {
      storeId(state, (response.clickId as string | undefined) || '')
      return response
    },
  )
}

/** Records a lead or a sale for the stored click, unless the page provides a click id. */
export function trackConversion(state: State, kind: 'lead' | 'sale', input: ApiResponse): Promise<ApiResponse> {
  const given = input ? input.clickId : null
  const clickId = given === undefined || given === null ? storedId(state) : given
  return post(state, `${kind}/client`, Object.assign({}, input, { clickId }), state.options.publishableKey)
}

export function idFromUrl({ page, options }: State): string {
  const query = new URLSearchParams(page.location.search)
  for (const name of options.idNames) {
    const id = query.get(name)
    if (id) return id
  }
  return ''
}
