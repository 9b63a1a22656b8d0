/** Members of the workspace and open invites. */
import type { Output } from '../api-client.js'
import { Button, CopyButton } from '../kit/button.js'
import { Dialog } from '../kit/dialog.js'
import type { Field, Values } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import type { Role } from '../shell/session.js'

type Member = Output<'listMembers'>[number] & { isInvite: boolean }

const roles: Role[] = ['member', 'viewer', 'billing', 'owner']
const roleChoices = roles.map((value) => ({ value, label: formatName(value) }))
const role: Field = { name: 'role', label: 'Role', type: 'select', isRequired: true, choices: roleChoices }
const maxEmails = 10
const fields: Field[] = [
  {
    name: 'emails',
    label: 'Email addresses',
    type: 'textarea',
    isRequired: true,
    hint: `One in each line, at most ${maxEmails}.`,
  },
  role,
]
const inviteesOf = ({ emails, role }: Values) =>
  String(emails ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((email) => ({ email, role: role as Role }))

/** Without a mail server, the answer has the link that the email would have. */
interface Invited {
  invites: { email: string; url?: string }[]
}

const nameOf = ({ name, email, id }: Member) => name ?? email ?? id

const resource: Resource<Member> = {
  title: 'Members',
  description: 'People with access to this workspace, and what they may do.',
  icon: 'members',
  paging: 'none',
  search: 'Search members',
  filters: () => [{ name: 'role', label: 'All roles', choices: roleChoices }],
  load: async (call, query, _, signal) => {
    const { search, role } = query as { search?: string; role?: Role }
    const input = { query: { ...(search ? { search } : {}), ...(role ? { role } : {}) } }
    const [members, invites] = await Promise.all([call('listMembers', input, signal), call('listInvites', input, signal)])
    return [...members.map((member) => ({ ...member, isInvite: false })), ...invites.map((invite) => ({ ...invite, isInvite: true }))]
  },
  nameOf,
  columns: [
    {
      label: 'Member',
      cell: (member) => (
        <div class="two-lines">
          <strong>{nameOf(member)}</strong>
          <span class="muted">{member.isMachine ? 'Machine' : member.email}</span>
        </div>
      ),
    },
    { label: 'Role', cell: ({ role }) => <Badge>{formatName(role)}</Badge> },
    { label: 'State', cell: ({ isInvite }) => (isInvite ? <Badge tone="waiting">Invited</Badge> : <Badge tone="good">Member</Badge>) },
    { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Invite the people you work with.',
  create: {
    label: 'Invite members',
    operation: 'inviteTeammates',
    fields: () => fields,
    run: (call, values) => call('inviteTeammates', { body: { teammates: inviteesOf(values) } }),
    done: 'Invites created',
    result: (created, close) => <InviteResult created={created as Invited} onClose={close} />,
  },
  actions: [
    {
      label: 'Change role',
      operation: 'changeRole',
      form: { fields: () => [role], initial: ({ role }) => ({ role }), action: 'Save' },
      run: (call, { id, email, isInvite }, values) =>
        isInvite
          ? call('changeInvite', { body: { email: email ?? '', role: values.role as Role } })
          : call('changeRole', { body: { userId: id, role: values.role as Role } }),
      done: 'Role changed',
    },
    {
      label: 'Remove',
      operation: 'withdrawInvite',
      isDangerous: true,
      confirm: (member) => `${nameOf(member)} no longer has access to this workspace.`,
      run: (call, { id, email, isInvite }) =>
        isInvite ? call('withdrawInvite', { query: { email: email ?? '' } }) : call('removeMember', { query: { userId: id } }),
      done: 'Removed',
    },
  ],
}

export const MembersPage = () => <ResourcePage resource={resource} />

function InviteResult({ created: { invites }, onClose }: { created: Invited; onClose: () => void }) {
  if (!invites.some(({ url }) => url)) return null
  return (
    <Dialog title="Links of the invites" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <p>This installation sends no emails. Give everyone their link. Copy it now: it is not shown again.</p>
      {invites.map(({ email, url = '' }) => (
        <section key={email} aria-label={email}>
          <h3>{email}</h3>
          <p class="secret">
            <code>{url}</code>
            <CopyButton text={url} label={`Copy the link of ${email}`} />
          </p>
        </section>
      ))}
    </Dialog>
  )
}
