import { browserQuestions } from './browser-questions.js'
import type { TestConsole } from './console.js'
import { programOwner } from './program-owner.js'

export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** A partner of a program that takes messages, in a browser. */
export async function signedInPartner(portal: TestConsole) {
  const { api } = portal
  const owner = await programOwner(api, { plan: 'enterprise' })
  await owner.call(`PATCH /programs/${owner.program.id}`, { messagingEnabled: true })
  const user = await api.make.user()
  const partner = await api.make.partner({ email: String(user.email).toLowerCase() })
  await api.make.partnerUser(partner, user)
  await owner.call('POST /partners', { email: user.email, name: 'Grace' })
  const visit = await portal.signedIn(user)
  return { ...visit, owner, partner, questions: browserQuestions(visit.tab) }
}
