import test from 'ava'
import { requireMembership, type Role, roles } from '../../../shared/accounts/index.js'

const now = new Date('2026-03-01T00:00:00Z')

for (const role of roles) {
  test(`a ${role} has the role ${role}`, (t) => t.is(requireMembership({ role, inviteExpires: null }, now), role))
}

test('an invite of a member is ignored', (t) => {
  t.is(requireMembership({ role: 'viewer', inviteExpires: new Date(0) }, now), 'viewer')
})

const nonMembers: [title: string, inviteExpires: Date | null, code: string][] = [
  ['no invite', null, 'not_found'],
  ['an expired invite', new Date(now.getTime() - 1), 'invite_expired'],
  ['an invite that expires now', now, 'invite_pending'],
  ['a valid invite', new Date(now.getTime() + 1), 'invite_pending'],
]
for (const [title, inviteExpires, code] of nonMembers) {
  test(`a user who is not a member, with ${title}, gets ${code}`, (t) => {
    t.like(
      t.throws(() => requireMembership({ role: null as Role | null, inviteExpires }, now)),
      { code },
    )
  })
}
