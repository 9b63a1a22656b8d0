/** The editor of a reward: amount, duration, conditional amounts, limits, and what it would pay. */
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormError } from '../../kit/form-error.js'
import { changedIn, type Choice } from '../../kit/form-values.js'
import { PageHeader } from '../../kit/page-header.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSubmit } from '../../kit/use-submit.js'
import { loadGroups } from '../../program/choices.js'
import { draftOf, emptyDraft, type RewardDraft, termsOf } from '../../program/rewards/draft.js'
import { ModifierList } from '../../program/rewards/modifier-list.js'
import { Preview, sentenceOf } from '../../program/rewards/preview.js'
import { RewardFields } from '../../program/rewards/reward-fields.js'
import { modifierSentence } from '../../program/rewards/sentence.js'
import type { Modifier } from '../../program/rewards/terms.js'
import { withProgram } from '../../program/with-program.js'
import { navigate, useQuery, useUnsaved } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

/** The id of a reward, or `new`. */
export const RewardPage = withProgram('Reward', 'rewards', ({ id }: { id: string }) => {
  const { call, href } = useSession()
  const [query] = useQuery()
  const { value, error, reload } = useLoad(id, async (signal) => {
    const groups = await loadGroups(call)
    const draft =
      id === 'new' ? emptyDraft(query.groupId ?? groups[0]?.value ?? '') : draftOf(await call('getReward', { params: { id } }, signal))
    return { groups, draft }
  })
  return (
    <>
      <PageHeader title={id === 'new' ? 'Create a reward' : 'Reward'} back={{ href: href('rewards'), label: 'Rewards' }} />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && <Editor id={id} initial={value.draft} groups={value.groups} />}
    </>
  )
})

function Editor({ id, initial, groups }: { id: string; initial: RewardDraft; groups: Choice[] }) {
  const { call, access, href } = useSession()
  const [draft, setDraft] = useState(initial)
  const isNew = id === 'new'
  const canSave = access(isNew ? 'createReward' : 'updateReward') === 'allowed'
  const change = (changes: Partial<RewardDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const form = useSubmit(async () => {
    const terms = termsOf(draft)
    if (isNew) await call('createReward', { body: { ...terms, event: draft.event, groupId: draft.groupId } })
    else await call('updateReward', { params: { id }, body: changedIn(terms, termsOf(initial)) })
    notify(isNew ? 'Reward created' : 'Reward saved')
    navigate(href('rewards'))
  })
  useUnsaved(draft !== initial && !form.isBusy)
  return (
    <form class="editor" onSubmit={form.onSubmit} aria-label="Reward">
      <fieldset class="plain editor-main" disabled={!canSave}>
        <FormError error={form.error} />
        <RewardFields draft={draft} groups={groups} isNew={isNew} onChange={change} />
        {draft.event !== 'referral' && <ModifierList draft={draft} onChange={(modifiers) => change({ modifiers })} />}
        {canSave ? (
          <Button type="submit" kind="primary" disabled={form.isBusy}>
            {isNew ? 'Create reward' : 'Save'}
          </Button>
        ) : (
          <p class="muted">Your role does not include changes of rewards.</p>
        )}
      </fieldset>
      <aside class="editor-side">
        <Sentence draft={draft} />
        <Preview draft={draft} />
      </aside>
    </form>
  )
}

function Sentence({ draft }: { draft: RewardDraft }) {
  const { modifiers } = termsOf(draft)
  return (
    <section class="card" aria-label="In words">
      <h2>In words</h2>
      <p data-sentence>{sentenceOf(draft)}</p>
      <ul class="sentences">
        {(modifiers ?? []).map((modifier, index) => (
          <li key={index}>{modifierSentence(draft.event, modifier as Modifier)}</li>
        ))}
      </ul>
    </section>
  )
}
