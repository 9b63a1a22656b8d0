/** The questions that applicants of a group answer. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { CopyButton } from '../../kit/button.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { useProgramId } from '../with-program.js'
import { ChoiceInput, RowsForm, TextInput } from './rows-form.js'

type Group = Output<'getGroup'>

interface Question {
  key: string
  label: string
  type: string
  required: boolean
  /** Choices, separated by commas. */
  options: string
  /** As it is stored, which may be more than the form shows. */
  stored?: StoredField
}

interface StoredField {
  id?: string
  label?: string
  type?: string
  required?: boolean
  data?: { options?: { id?: string; value: string }[]; multiple?: boolean }
}

const types = [
  { value: 'short-text', label: 'Line of text' },
  { value: 'long-text', label: 'Text' },
  { value: 'select', label: 'One of several choices' },
  { value: 'multiple-choice', label: 'Several choices' },
  { value: 'website-and-socials', label: 'Website and social media' },
  { value: 'image-upload', label: 'Image' },
]
const hasOptions = (type: string) => type === 'select' || type === 'multiple-choice'
const platforms = ['website', 'youtube', 'twitter', 'linkedin', 'instagram', 'tiktok']

const questionsOf = ({ applicationFormData }: Group): Question[] => {
  const fields = (applicationFormData?.fields ?? []) as StoredField[]
  return fields.map((stored) => {
    const { id = '', label = '', type = 'short-text', required = false } = stored
    return { key: id, label, type, required, options: optionsOf(stored), stored }
  })
}

const optionsOf = ({ data }: StoredField) => (data?.options ?? []).map(({ value }) => value).join(', ')

const maxSlug = 60

/** A readable id that none of the others has: answers are found by it. */
function newId(text: string, taken: Set<string>): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlug)
  let id = slug
  for (let number = 2; id === '' || taken.has(id); number++) id = `${slug}-${number}`
  taken.add(id)
  return id
}

/** The service leaves out questions with longer ids. */
const maxId = 100
const isId = (id: string) => id !== '' && id.length <= maxId

function fieldsOf(questions: Question[]): object[] {
  const keys = questions.map(({ key }) => key)
  const taken = new Set(keys)
  return questions.map(({ key, label, type, required, options, stored }, index) => ({
    id: isId(key) && keys.indexOf(key) === index ? key : newId(label, taken),
    label,
    type,
    required,
    data: stored?.type === type && optionsOf(stored) === options && hasOwnIds(stored) ? (stored.data ?? {}) : dataOf(type, options),
  }))
}

/** Earlier versions gave several choices the same id. */
function hasOwnIds({ data }: StoredField): boolean {
  const ids = (data?.options ?? []).map(({ id = '' }) => id)
  return ids.every(isId) && new Set(ids).size === ids.length
}

function dataOf(type: string, options: string): object {
  if (type === 'website-and-socials') return { fields: platforms.map((platform) => ({ type: platform, required: false })) }
  if (!hasOptions(type)) return {}
  const values = options
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const taken = new Set<string>()
  return { options: values.map((value) => ({ id: newId(value, taken), value })), ...(type === 'multiple-choice' ? { multiple: true } : {}) }
}

export function ApplicationForm({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { call, access } = useSession()
  const [isPublished, setIsPublished] = useState(group.applicationFormPublishedAt !== null)
  const canSave = access('updateGroup') === 'allowed'
  const params = { groupIdOrSlug: group.id }
  const publish = async (applicationFormPublished: boolean) => {
    setIsPublished(applicationFormPublished)
    await call('updateGroup', { params, body: { applicationFormPublished } }).catch((error: Error) => {
      setIsPublished(!applicationFormPublished)
      notify(error.message, 'error')
    })
    onChanged()
  }
  return (
    <div class="stack">
      <section class="card" aria-label="Publication">
        <label class="check-line">
          <input
            type="checkbox"
            checked={isPublished}
            disabled={!canSave}
            onChange={(event) => void publish(event.currentTarget.checked)}
          />
          Anyone can apply to this group
        </label>
        {isPublished && <FormAddress group={group} />}
      </section>
      <RowsForm<Question>
        title="Questions"
        description="Name, email address and country are always part of the form. Without questions, it asks for websites and how the applicant plans to promote you."
        initial={questionsOf(group)}
        newRow={() => ({ key: '', label: '', type: 'short-text', required: true, options: '' })}
        addLabel="Add a question"
        max={100}
        canSave={canSave}
        onSave={async (questions) => {
          const fields = fieldsOf(questions)
          await call('updateGroup', { params, body: { applicationFormData: fields.length > 0 ? { fields } : null } })
          onChanged()
        }}
        row={(question, change) => <QuestionFields question={question} change={change} />}
      />
    </div>
  )
}

function QuestionFields({ question, change }: { question: Question; change: (changes: Partial<Question>) => void }) {
  const { label, type, required, options } = question
  return (
    <>
      <TextInput label="Question" value={label} onChange={(next) => change({ label: next })} />
      <ChoiceInput label="Kind of answer" value={type} choices={types} onChange={(next) => change({ type: next })} />
      {hasOptions(type) && (
        <TextInput label="Choices" placeholder="Blog, YouTube" value={options} onChange={(next) => change({ options: next })} />
      )}
      <label class="check-line">
        <input type="checkbox" checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
        Required
      </label>
    </>
  )
}

/** The page of the form, to link from a website. */
function FormAddress({ group }: { group: Group }) {
  const { call } = useSession()
  const programId = useProgramId()
  const { value: program } = useLoad(programId, (signal) => call('getProgram', { params: { programId } }, signal))
  if (!program) return null
  const isDefault = program.defaultGroupId === group.id
  const address = `${location.origin}/auth/apply/${program.slug}${isDefault ? '' : `?group=${encodeURIComponent(group.slug)}`}`
  return (
    <p class="secret">
      <a href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <CopyButton text={address} label="Copy the address of the form" />
    </p>
  )
}
