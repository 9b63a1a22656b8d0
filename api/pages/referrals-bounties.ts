/** Bounties in the embedded referral page. Like the rest of its script, the functions run in the browser and must not use imports. */
import type { Node, Page } from './referrals-script.js'

interface Bounty {
  id: string
  type: string
  name: string | null
  description: string | null
  rewardAmount: number | null
  rewardDescription: string | null
  startsAt: string | null
  endsAt: string | null
  submissionFrequency: 'day' | 'week' | 'month' | null
  maxSubmissions: number
  submissionRequirements: { image?: object; url?: object; socialMetrics?: object } | null
}

interface Submission {
  status: string
  periodNumber: number
  rejectionReason: string | null
}

interface Form {
  urls: Node | null
  images: Node | null
  text: Node
}

export async function showBounties(page: Page): Promise<void> {
  const { call, make, section } = page
  const bounties = await call<Bounty[]>('bounties')
  if (bounties.length === 0) return
  section('Bounties', make('ul', '', ...(await Promise.all(bounties.map((one) => bountyRow(page, one))))))
}

async function bountyRow(page: Page, bounty: Bounty): Promise<Node> {
  const { make } = page
  const { name, description, rewardAmount, rewardDescription, endsAt, type } = bounty
  const reward =
    rewardDescription || (rewardAmount ? (rewardAmount / 100).toLocaleString(undefined, { style: 'currency', currency: 'USD' }) : '')
  const details = [description, endsAt && `until ${new Date(endsAt).toLocaleDateString()}`].filter(Boolean).join(', ')
  const title = make('div', '', make('strong', name ?? 'Bounty'), make('br', ''), make('small', details))
  const row = make('div', '', title, make('strong', reward))
  row.className = 'row'
  const item = make('li', '', row)
  if (type === 'submission') item.append(await submissionPart(page, bounty))
  return item
}

/** What the partner submitted so far, and the form for the next submission. */
async function submissionPart(page: Page, bounty: Bounty): Promise<Node> {
  const { call, make } = page
  const part = make('div', '')
  const fill = async () => {
    const submissions = await call<Submission[]>(`bounties/${bounty.id}/submissions`)
    const states = submissions.map(({ status, periodNumber, rejectionReason }) => {
      const number = bounty.maxSubmissions > 1 ? ` ${periodNumber}` : ''
      return make('small', `Submission${number}: ${status}${rejectionReason ? ` (${rejectionReason})` : ''}. `)
    })
    const taken = submissions.filter(({ status }) => status !== 'draft').map(({ periodNumber }) => periodNumber)
    const period = nextPeriod(bounty, taken, Date.now())
    part.replaceChildren(...states, ...(period === null ? [] : [submissionForm(page, bounty, period, fill)]))
  }
  await fill()
  return part
}

/** The period to submit for now; null if none is open. */
function nextPeriod({ submissionFrequency, maxSubmissions, startsAt }: Bounty, taken: readonly number[], now: number): number | null {
  const isFree = (number: number) => number >= 1 && number <= maxSubmissions && !taken.includes(number)
  if (!submissionFrequency) {
    for (let number = 1; number <= maxSubmissions; number++) if (isFree(number)) return number
    return null
  }
  const start = new Date(startsAt ?? now)
  let current = Math.floor((now - start.getTime()) / (submissionFrequency === 'week' ? 604_800_000 : 86_400_000)) + 1
  if (submissionFrequency === 'month') {
    const today = new Date(now)
    const months = (today.getUTCFullYear() - start.getUTCFullYear()) * 12 + today.getUTCMonth() - start.getUTCMonth()
    current = months + (today.getUTCDate() < start.getUTCDate() ? 0 : 1)
  }
  return isFree(current) ? current : null
}

function submissionForm(page: Page, bounty: Bounty, period: number, refresh: () => Promise<void>): Node {
  const { make } = page
  const { image, url, socialMetrics } = bounty.submissionRequirements ?? {}
  const field = (tag: string, attributes: Record<string, string>) => {
    const node = make(tag, '')
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
    return node
  }
  const form: Form = {
    urls:
      url || socialMetrics
        ? field('input', { type: 'url', required: '', placeholder: 'https://', 'aria-label': 'Address of the post' })
        : null,
    images: image
      ? field('input', { type: 'file', accept: 'image/png,image/jpeg,image/webp', multiple: '', required: '', 'aria-label': 'Images' })
      : null,
    text: field('input', { type: 'text', maxlength: '1000', placeholder: 'Note', 'aria-label': 'Note' }),
  }
  const message = make('p', '')
  message.setAttribute('role', 'alert')
  const fields = [form.urls, form.images, form.text].filter((one) => one !== null)
  const node = make('form', '', ...fields, make('button', 'Submit'), message)
  node.className = 'row'
  node.addEventListener('submit', (event) => {
    event.preventDefault()
    sendSubmission(page, bounty, period, form)
      .then(refresh)
      .catch((error: Error) => {
        message.textContent = error.message
      })
  })
  return make('details', '', make('summary', 'Submit'), node)
}

async function sendSubmission({ call, readFile }: Page, bounty: Bounty, period: number, { urls, images, text }: Form): Promise<void> {
  const files: unknown[] = []
  for (const file of images?.files ?? []) {
    const body = JSON.stringify({ fileName: file.name, image: await readFile(file) })
    files.push(await call(`bounties/${bounty.id}/upload`, { method: 'POST', body }))
  }
  const submission = {
    ...(urls?.value ? { urls: [urls.value] } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(text.value ? { description: text.value } : {}),
    ...(bounty.maxSubmissions > 1 ? { periodNumber: period } : {}),
  }
  await call(`bounties/${bounty.id}/submissions`, { method: 'POST', body: JSON.stringify(submission) })
}

export const bountyFunctions = [showBounties, bountyRow, submissionPart, nextPeriod, submissionForm, sendSubmission]
