/** A caller with a program, created through the API. */
import { randomBytes } from 'node:crypto'
import type { TestApi } from './api.js'

/** A name for one use. The letter separates it from digits, which tests of pages would take for a figure. */
export const unique = (word: string) => `${word}x${randomBytes(4).toString('hex')}`

/** The program is on a domain of its own. `call` calls the API as the owner; `partner` enrols a partner. */
export async function programOwner(api: TestApi, overrides = {}) {
  const caller = await api.make.caller(overrides)
  const domain = await api.make.domain(caller.workspace, { slug: `${unique('go')}.example` })
  const call = (methodAndPath: string, body?: unknown) => api.call(methodAndPath, { key: caller.key, body })
  const created = await call('POST /programs', { name: unique('Acme '), domain: domain.slug, url: 'https://acme.example/' })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const email = () => `${unique('partner')}@example.com`
  const partner = async (fields = {}) => (await call('POST /partners', { email: email(), ...fields })).body
  const group = async (fields: object = {}) => {
    const { body } = await call('POST /groups', { name: unique('Group '), slug: unique('group-'), color: 'blue' })
    return Object.keys(fields).length === 0 ? body : (await call(`PATCH /groups/${body.id}`, fields)).body
  }
  return { ...caller, call, program: created.body, domain: domain.slug, partner, group, email }
}
