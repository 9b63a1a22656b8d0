/** The partner account: profile, users, emails, and the year so far. */
import { PageHeader } from '../../console/kit/page-header.js'
import { Preferences } from '../profile/preferences.js'
import { ProfileForm } from '../profile/profile-form.js'
import { Users } from '../profile/users.js'
import { Year } from '../profile/year.js'
import { usePortal } from '../shell/portal.js'

export function ProfilePage() {
  const { profile } = usePortal()
  return (
    <>
      <PageHeader title="Profile" description={`The partner account of ${profile.name}. You are ${profile.role} of it.`} />
      <div class="settings">
        <ProfileForm />
        <div class="stack">
          <Year />
          <Preferences />
        </div>
      </div>
      <Users />
    </>
  )
}
