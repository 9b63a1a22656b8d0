/** Which suspicions are detected. */
import { useState } from 'preact/hooks'
import type { Input, Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { Dialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import type { Field, Values } from '../../kit/form-values.js'
import { wordsOf } from '../../kit/split-text.js'
import { Badge } from '../../kit/texts.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { choicesOf } from '../choices.js'
import { fraudTypes } from './fraud-columns.js'

type Rule = Output<'listFraudRules'>[number]

const platforms = ['google', 'facebook', 'x', 'bing', 'linkedin', 'reddit', 'tiktok']

const fieldsOf = ({ type }: Rule): Field[] => [
  { name: 'enabled', label: 'Detect it', type: 'checkbox' },
  ...(type === 'referralSourceBanned'
    ? [
        {
          name: 'domains',
          label: 'Forbidden websites',
          type: 'textarea' as const,
          hint: 'One in each line; *.example.com for all subdomains.',
        },
      ]
    : []),
  ...(type === 'paidTrafficDetected'
    ? [
        { name: 'platforms', label: 'Forbidden platforms', type: 'list' as const, choices: choicesOf(platforms) },
        { name: 'campaigns', label: 'Own campaigns at Google', type: 'textarea' as const, hint: 'Ids of campaigns that are allowed.' },
      ]
    : []),
  { name: 'resolvePendingEvents', label: 'Resolve open suspicions of this kind when it is switched off', type: 'checkbox' },
]

const valuesOfRule = ({ enabled, config }: Rule): Values => ({
  enabled,
  domains: config?.domains?.join('\n') ?? '',
  platforms: config?.platforms ?? [],
  campaigns: config?.google?.whitelistedCampaignIds.join('\n') ?? '',
})

function bodyOfRule({ type }: Rule, { enabled, resolvePendingEvents, domains, platforms, campaigns }: Values) {
  const config =
    type === 'referralSourceBanned'
      ? { domains: wordsOf(domains) }
      : type === 'paidTrafficDetected'
        ? { platforms, google: { whitelistedCampaignIds: wordsOf(campaigns) } }
        : undefined
  return {
    [type]: { enabled: enabled === true, ...(resolvePendingEvents ? { resolvePendingEvents } : {}), ...(config ? { config } : {}) },
  } as Input<'updateFraudRules'>['body']
}

export function RulesButton({ onChanged }: { onChanged: () => void }) {
  const { access } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (access('listFraudRules') !== 'allowed') return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Rules</Button>
      {isOpen && <RulesDialog onClose={() => setIsOpen(false)} onChanged={onChanged} />}
    </>
  )
}

function RulesDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { call, access } = useSession()
  const [changing, setChanging] = useState<Rule | null>(null)
  const { value, error, reload } = useLoad('rules', (signal) => call('listFraudRules', {}, signal))
  const save = async (rule: Rule, values: Values) => {
    await call('updateFraudRules', { body: bodyOfRule(rule, values) })
    notify('Rule saved')
    reload()
    onChanged()
  }
  return (
    <Dialog title="Rules" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      <ul class="rules">
        {value?.map((rule) => (
          <li key={rule.type}>
            <div class="two-lines">
              <strong>{fraudTypes[rule.type].label}</strong>
              <span>{fraudTypes[rule.type].text}</span>
            </div>
            <Badge tone={rule.enabled ? 'good' : 'neutral'}>{rule.enabled ? 'On' : 'Off'}</Badge>
            {access('updateFraudRules') === 'allowed' && (
              <Button kind="quiet" onClick={() => setChanging(rule)}>
                Change
              </Button>
            )}
          </li>
        ))}
      </ul>
      {changing && (
        <FormDialog
          title={fraudTypes[changing.type].label}
          fields={fieldsOf(changing)}
          initial={valuesOfRule(changing)}
          action="Save"
          onClose={() => setChanging(null)}
          onSubmit={(values) => save(changing, values)}
        />
      )}
    </Dialog>
  )
}
