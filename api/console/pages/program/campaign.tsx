/** One campaign: editor, preview, schedule and results. */
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.js'
import { ConfirmDialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatName } from '../../kit/format.js'
import { PageHeader } from '../../kit/page-header.js'
import { Tabs } from '../../kit/tabs.js'
import { Badge } from '../../kit/texts.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { type Campaign, campaignTones, statusChanges } from '../../program/campaigns/campaign-states.js'
import { CampaignEditor } from '../../program/campaigns/editor.js'
import { CampaignPreview } from '../../program/campaigns/preview.js'
import { CampaignResults } from '../../program/campaigns/results.js'
import { loadAudience } from '../../program/choices.js'
import { withProgram } from '../../program/with-program.js'
import { mayDiscard } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

export const CampaignPage = withProgram('Campaign', 'campaigns', ({ id }: { id: string }) => {
  const { call, href } = useSession()
  const { value, error, reload } = useLoad(id, async (signal) => {
    const [campaign, audience] = await Promise.all([call('getCampaign', { params: { campaignId: id } }, signal), loadAudience(call)])
    return { campaign, audience }
  })
  const back = { href: href('campaigns'), label: 'Campaigns' }
  if (!value)
    return (
      <>
        <PageHeader title="Campaign" back={back} />
        {error ? <ErrorState error={error} onRetry={reload} /> : <Placeholder />}
      </>
    )
  const { campaign, audience } = value
  return (
    <>
      <PageHeader title={campaign.name} description={`${formatName(campaign.type)} campaign`} back={back}>
        <Badge tone={campaignTones[campaign.status]}>{formatName(campaign.status)}</Badge>
        <StatusButtons campaign={campaign} onChanged={reload} />
      </PageHeader>
      <Tabs
        label="Parts of the campaign"
        tabs={[
          {
            name: 'content',
            label: 'Content',
            // Not by `updatedAt`: what was typed while the campaign was saved stays.
            content: () => <CampaignEditor key={campaign.status} campaign={campaign} audience={audience} onSaved={reload} />,
          },
          { name: 'preview', label: 'Preview', content: () => <CampaignPreview campaign={campaign} /> },
          { name: 'results', label: 'Results', content: () => <CampaignResults campaignId={campaign.id} /> },
        ]}
      />
    </>
  )
})

function StatusButtons({ campaign, onChanged }: { campaign: Campaign; onChanged: () => void }) {
  const { call, access } = useSession()
  const [open, setOpen] = useState<ReturnType<typeof statusChanges>[number] | null>(null)
  if (access('updateCampaign') !== 'allowed') return null
  const change = async () => {
    if (!open) return
    await call('updateCampaign', { params: { campaignId: campaign.id }, body: { status: open.to } })
    notify(`Campaign ${open.to}`)
    onChanged()
  }
  return (
    <>
      {statusChanges(campaign).map((one) => (
        <Button key={one.to} kind="primary" onClick={() => mayDiscard() && setOpen(one)}>
          {one.label}
        </Button>
      ))}
      {open && <ConfirmDialog title={open.label} text={open.text} action={open.label} onClose={() => setOpen(null)} onConfirm={change} />}
    </>
  )
}
