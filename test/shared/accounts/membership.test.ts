import test from 'ava'
import { requireMembership, type Role, roles } from '../../../shared/accounts/index.js'

const now = new Date('2026-03-01T00:00:00Z')
const user = { id: 'user_1', name: null, email: 'a@example.com', image: null, isMachine: false }

for (const role of roles) {
  test(`a ${role} has the role ${role}`, (t) => t.is(requireMembership({ role, user, inviteExpires: null }, now), role))
  test(`a machine user stored as ${role} acts as owner`, (t) =>
    t.is(requireMembership({ role, user: { ...user, isMachine: true }, inviteExpires: null }, now), 'owner'))
}

test('an invite of a member is ignored', (t) => {
  t.is(requireMembership({ role: 'viewer', user, inviteExpires: new Date(0) }, now), 'viewer')
})

const nonMembers: [title: string, inviteExpires: Date | null, code: string][] = [
  ['no invite', null, 'not_found'],
  ['an expired invite', new Date(now.getTime() - 1), 'invite_expired'],
  ['an invite that expires now', now, 'invite_pending'],
  ['a valid invite', new Date(now.getTime() + 1), 'invite_pending'],
]
for (const [title, inviteExpires, code] of nonMembers) {
  test(`a user who is not a member, with ${title}, gets ${code}`, (t) => {
    for (const isMachine of [true, false]) {
      t.like(
        t.throws(() => requireMembership({ role: null as Role | null, user: { ...user, isMachine }, inviteExpires }, now)),
        { code },
      )
    }
  })
}
