/** Users: their workspaces, help with signing in, and bans. */
import { useState } from 'preact/hooks'
import { AccountSearch } from '../administration/account-search.js'
import { Button } from '../kit/button.js'
import { FormDialog } from '../kit/form-dialog.js'
import type { Field } from '../kit/form-values.js'
import { PageHeader } from '../kit/page-header.js'
import { SecretDialog } from '../kit/secret-dialog.js'
import { notify } from '../kit/toast.js'
import { useSession } from '../shell/session.js'

export const AdminUsersPage = () => (
  <>
    <PageHeader title="Users" description="Find a user to help with signing in. Every action, but no search, is in the audit log." />
    <AccountSearch by="email" label="Email address, id or name">
      {({ email }) => email && <UserActions email={email} />}
    </AccountSearch>
  </>
)

const banFields: Field[] = [
  {
    name: 'blockEmailDomain',
    label: 'Also block the domain of the email address',
    type: 'checkbox',
    hint: 'No user with an address of this domain can sign up.',
  },
]

function UserActions({ email }: { email: string }) {
  const { call, access } = useSession()
  const [isBanning, setIsBanning] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const createLink = async () => {
    const answer = (await call('createPasswordResetLink', { body: { email } })) as { url: string }
    setLink(answer.url)
  }
  const signIn = async () => {
    const { impersonateUrl } = await call('impersonateUser', { body: { email } })
    window.location.assign(impersonateUrl.app)
  }
  return (
    <>
      <Button onClick={signIn}>Sign in as this user</Button>
      {access('createPasswordResetLink') === 'allowed' && <Button onClick={createLink}>Password link</Button>}
      <Button onClick={() => call('resetLogInAttempts', { body: { email } }).then(() => notify('The user can try to sign in again'))}>
        Reset sign-in attempts
      </Button>
      {access('banUser') === 'allowed' && (
        <Button kind="danger" onClick={() => setIsBanning(true)}>
          Ban
        </Button>
      )}
      {link && (
        <SecretDialog title="Password link" secret={link} onClose={() => setLink(null)}>
          Send it to the user, who chooses a new password with it.
        </SecretDialog>
      )}
      {isBanning && (
        <FormDialog
          title={`Ban ${email}`}
          fields={banFields}
          action="Ban"
          onClose={() => setIsBanning(false)}
          onSubmit={({ blockEmailDomain }) =>
            call('banUser', { body: { email, blockEmailDomain: blockEmailDomain === true } }).then(() => notify('User banned'))
          }
        />
      )}
    </>
  )
}
