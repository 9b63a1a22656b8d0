/** Subject, text, recipients and time of a campaign. */
import { useState } from 'preact/hooks'
import type { Input } from '../../api-client.js'
import { changesOf, type Field, type Values, valuesOf } from '../../kit/form-values.js'
import { SettingsForm } from '../../kit/settings-form.js'
import { useUnsaved } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'
import type { Audience } from '../choices.js'
import { type Campaign, isEditable } from './campaign-states.js'
import { type ConditionDraft, Conditions, draftsOf, triggersOf } from './conditions.js'
import { RichText } from './rich-text/rich-text.js'

type Body = NonNullable<Input<'updateCampaign'>['body']>

interface EditorProps {
  campaign: Campaign
  audience: Audience
  onSaved: () => void
}

const fieldsOf = ({ type }: Campaign, { groups, tags }: Audience): Field[] => [
  { name: 'name', label: 'Name', isRequired: true, hint: 'Partners do not see it.' },
  { name: 'subject', label: 'Subject', isRequired: true, placeholder: 'News for {{PartnerName|you}}' },
  { name: 'preview', label: 'Preview', hint: 'Shown by mailboxes beside the subject.' },
  {
    name: 'from',
    label: 'Sender',
    placeholder: 'Acme <news@acme.example>',
    hint: 'Of a verified domain; empty for the sender of the service.',
  },
  {
    name: 'body',
    label: 'Text',
    input: RichText,
    hint: 'A variable such as {{PartnerName|there}} shows what follows the bar if it has no value.',
  },
  { name: 'groupIds', label: 'Groups', type: 'list', choices: groups, hint: 'None for all groups.', section: 'Only some partners' },
  { name: 'partnerTagIds', label: 'Tags', type: 'list', choices: tags, hint: 'None for all partners.', section: 'Only some partners' },
  ...(type === 'marketing'
    ? [{ name: 'scheduledAt', label: 'Time', type: 'datetime-local' as const, hint: 'Empty to send it as soon as you schedule it.' }]
    : []),
]

export function CampaignEditor({ campaign, audience, onSaved }: EditorProps) {
  const { call, access } = useSession()
  const [storedConditions, setStoredConditions] = useState<ConditionDraft[]>(() => draftsOf(campaign.triggerConditions))
  const [conditions, setConditions] = useState(storedConditions)
  useUnsaved(conditions !== storedConditions)
  const fields = fieldsOf(campaign, audience)
  const { groups, partnerTags, bodyJson, type, status } = campaign
  const stored = {
    ...campaign,
    body: bodyJson,
    groupIds: groups.map(({ id }) => id),
    partnerTagIds: partnerTags.map(({ id }) => id),
  }
  const save = async (values: Values, before: Values) => {
    const { body, ...own } = changesOf(fields, values, before)
    const changes = {
      ...own,
      ...(typeof body === 'string' ? { bodyJson: JSON.parse(body) as unknown } : {}),
      ...(conditions === storedConditions ? {} : { triggerConditions: triggersOf(conditions) }),
    }
    await call('updateCampaign', { params: { campaignId: campaign.id }, body: changes as Body })
    setStoredConditions(conditions)
    onSaved()
  }
  return (
    <div class="campaign-editor">
      <SettingsForm
        title="Content"
        {...(isEditable(status) ? {} : { description: 'It is being sent, or was sent, and cannot be changed.' })}
        fields={fields}
        initial={valuesOf(fields, stored)}
        canSave={access('updateCampaign') === 'allowed' && isEditable(status)}
        onSave={save}
      >
        {type === 'transactional' && <Conditions conditions={conditions} onChange={setConditions} />}
      </SettingsForm>
    </div>
  )
}
