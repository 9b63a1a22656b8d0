/** What a partner gets, and tests to own addresses. */
import { useState } from 'preact/hooks'
import { urlOf } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { Facts } from '../facts.js'
import { partnerField } from '../partner-input.js'
import type { Campaign } from './campaign-states.js'

export function CampaignPreview({ campaign }: { campaign: Campaign }) {
  const { call, access, user, workspace } = useSession()
  const [partnerId, setPartnerId] = useState('')
  const params = { campaignId: campaign.id }
  const canPreview = access('previewCampaign') === 'allowed'
  const { value, error, reload } = useLoad(`${campaign.updatedAt} ${partnerId}`, async (signal) =>
    canPreview ? call('previewCampaign', { params, body: partnerId ? { partnerId } : {} }, signal) : null,
  )
  const sendTest = async () => {
    const { sentTo } = await call('previewCampaign', {
      params,
      body: { emailAddresses: user.email ? [user.email] : [], ...(partnerId ? { partnerId } : {}) },
    })
    notify(`Test sent to ${sentTo.join(', ')}`)
  }
  if (!canPreview) return <p class="muted">Your role does not include previews.</p>
  return (
    <section class="card" aria-label="Preview">
      <div class="field">
        <label for="preview-partner">As a partner gets it</label>
        {partnerField.input?.({ id: 'preview-partner', value: partnerId, isRequired: false, hintId: undefined, onChange: setPartnerId })}
      </div>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={4} />}
      {value && (
        <>
          <Facts
            facts={[
              ['From', value.from],
              ['Subject', value.subject],
            ]}
          />
          <EmailFrame
            url={urlOf('getCampaignEmail', { params, query: { partnerId: partnerId || undefined } }, workspace.id)}
            key={`${campaign.updatedAt} ${partnerId}`}
          />
          <details class="section">
            <summary>Without HTML</summary>
            <div class="email-text user-text" data-preview>
              {value.text}
            </div>
          </details>
          {user.email && <Button onClick={sendTest}>Send a test to {user.email}</Button>}
        </>
      )}
    </section>
  )
}

/** The email as it is sent. Its page permits no scripts; the frame takes its height. */
function EmailFrame({ url }: { url: string }) {
  const [height, setHeight] = useState(240)
  return (
    <iframe
      class="email-frame"
      title="Email"
      sandbox="allow-same-origin"
      src={url}
      style={{ height: `${height}px` }}
      onLoad={({ currentTarget: { contentDocument } }) => setHeight((contentDocument?.documentElement.scrollHeight ?? 240) + 2)}
    />
  )
}
