/** The script of the embedded referral page. The functions run in the browser, not in this process: they must not use imports. */

import { bountyFunctions, showBounties } from './referrals-bounties.js'

interface File {
  name: string
}

export interface Node {
  textContent: string | null
  className: string
  style: { setProperty(name: string, value: string): void }
  append(...children: Node[]): void
  replaceChildren(...children: Node[]): void
  setAttribute(name: string, value: string): void
  addEventListener(event: string, listener: (event: { preventDefault(): void }) => void): void
  value?: string
  files?: Iterable<File>
}

/** The browser APIs that the script uses. */
interface Browser {
  location: { search: string }
  document: { documentElement: Node; title: string; createElement(tag: string): Node; getElementById(id: string): Node | null }
  navigator: { clipboard?: { writeText(text: string): Promise<void> } }
  fetch(url: string, request: object): Promise<{ ok: boolean; json(): Promise<unknown> }>
  URLSearchParams: new (text: string) => { get(name: string): string | null }
  FileReader: new () => FileReader
  setTimeout(work: () => void, milliseconds: number): unknown
}

interface FileReader {
  result: unknown
  onload: () => void
  onerror: () => void
  readAsDataURL(file: File): void
}

export interface Page {
  window: Browser
  main: Node
  make(tag: string, text: string, ...children: Node[]): Node
  /** A list of rows with a text on the left and a value on the right. */
  rows(items: [left: string, right: string][]): Node
  section(title: string, ...children: Node[]): void
  /** The file as data URL. */
  readFile(file: File): Promise<string>
  /** Throws the message of a refused request. */
  call<Body>(path: string, request?: { method: string; body: string }): Promise<Body>
}

interface Overview {
  program: { name: string; logo: string | null; termsUrl: string | null; helpUrl: string | null }
  group: { logo: string | null; brandColor: string | null; canChooseUrl: boolean }
  partner: { status: string }
  totals: { clicks: number; leads: number; sales: number; earnings: number | null }
  rewards: { event: string; type: string; amountInCents?: number | null; amountInPercentage?: number | null; description?: string | null }[]
  faq: { question: string; answer: string }[]
  showsLeaderboard: boolean
  showsBadge: boolean
}

interface Link {
  shortLink: string
  clicks: number
  leads: number
  sales: number
}

function formatMoney(cents: number): string {
  return (cents / 100).toLocaleString(undefined, { style: 'currency', currency: 'USD' })
}

function openPage(window: Browser): Page {
  const token = new window.URLSearchParams(window.location.search).get('token')
  const main = window.document.getElementById('main') as Node
  const make = (tag: string, text: string, ...children: Node[]) => {
    const node = window.document.createElement(tag)
    if (text) node.textContent = text
    node.append(...children)
    return node
  }
  return {
    window,
    main,
    make,
    rows(items) {
      const list = items.map(([left, right]) => {
        const row = make('li', '', make('div', left), make('strong', right))
        row.className = 'row'
        return row
      })
      return make('ul', '', ...list)
    },
    section: (title, ...children) => main.append(make('section', '', make('h2', title), ...children)),
    readFile: (file) =>
      new Promise((resolve, reject) => {
        const reader = new window.FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.onerror = () => reject(new Error('The file cannot be read.'))
        reader.readAsDataURL(file)
      }),
    async call<Body>(path: string, request = {}) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const response = await window.fetch(`/embed/referrals/${path}`, { ...request, headers })
      const body = await response.json()
      if (!response.ok) throw new Error((body as { error?: { message: string } }).error?.message ?? 'The request failed.')
      return body as Body
    },
  }
}

function showHeader({ window, main, make }: Page, { program, group, totals }: Overview): void {
  window.document.title = program.name
  if (group.brandColor) window.document.documentElement.style.setProperty('--brand', group.brandColor)
  const header = make('header', '')
  const logo = group.logo ?? program.logo
  if (logo) {
    const image = make('img', '')
    image.setAttribute('src', logo)
    image.setAttribute('alt', '')
    header.append(image)
  }
  header.append(make('h1', program.name))
  const figures: [string, string][] = [
    ['Clicks', String(totals.clicks)],
    ['Leads', String(totals.leads)],
    ['Sales', String(totals.sales)],
  ]
  if (totals.earnings !== null) figures.push(['Earnings', formatMoney(totals.earnings)])
  main.replaceChildren(header, make('dl', '', ...figures.map(([name, value]) => make('div', '', make('dt', name), make('dd', value)))))
}

async function copyLink({ window }: Page, button: Node, text: string): Promise<void> {
  await window.navigator.clipboard?.writeText(text)
  button.textContent = 'Copied'
  window.setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}

function linkRow(page: Page, { shortLink, clicks, leads, sales }: Link): Node {
  const { make } = page
  const button = make('button', 'Copy')
  button.setAttribute('type', 'button')
  button.setAttribute('aria-label', `Copy ${shortLink}`)
  button.addEventListener('click', () => void copyLink(page, button, shortLink))
  const counts = make('small', `${clicks} clicks, ${leads} leads, ${sales} sales`)
  const row = make('li', '', make('div', '', make('strong', shortLink.replace(/^https?:\/\//, '')), make('br', ''), counts), button)
  row.className = 'row'
  return row
}

async function showLinks(page: Page, { group, partner }: Overview): Promise<void> {
  const list = page.make('ul', '')
  const fill = async () => list.replaceChildren(...(await page.call<Link[]>('links')).map((link) => linkRow(page, link)))
  await fill()
  page.section('Your links', list)
  if (group.canChooseUrl && partner.status === 'approved') page.main.append(linkForm(page, fill))
}

function linkForm({ make, call }: Page, refresh: () => Promise<void>): Node {
  const input = make('input', '')
  for (const [name, value] of Object.entries({ type: 'url', required: '', placeholder: 'https://', 'aria-label': 'Destination' }))
    input.setAttribute(name, value)
  const message = make('p', '')
  message.setAttribute('role', 'alert')
  const form = make('form', '', input, make('button', 'Create link'), message)
  form.className = 'row'
  const create = async () => {
    try {
      await call('links', { method: 'POST', body: JSON.stringify({ url: input.value }) })
      message.textContent = ''
      await refresh()
    } catch (error) {
      message.textContent = (error as Error).message
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void create()
  })
  return form
}

function showRewards({ make, section }: Page, { rewards }: Overview): void {
  if (rewards.length === 0) return
  const items = rewards.map(({ event, type, amountInCents, amountInPercentage, description }) => {
    const amount = type === 'flat' ? formatMoney(amountInCents ?? 0) : `${amountInPercentage ?? 0} %`
    return make('li', description || `${amount} for each ${event}`)
  })
  section('Rewards', make('ul', '', ...items))
}

async function showEarnings({ call, rows, section }: Page, { totals }: Overview): Promise<void> {
  if (totals.earnings === null) return
  const earnings = await call<{ type: string; status: string; earnings: number; createdAt: string }[]>('earnings?pageSize=10')
  if (earnings.length === 0) return
  const items = earnings.map((one): [string, string] => [
    `${new Date(one.createdAt).toLocaleDateString()}, ${one.type}, ${one.status}`,
    formatMoney(one.earnings),
  ])
  section('Latest earnings', rows(items))
}

async function showLeaderboard({ call, rows, section }: Page, { showsLeaderboard }: Overview): Promise<void> {
  if (!showsLeaderboard) return
  const partners = await call<{ rank: number; totalCommissions: number; isYou: boolean }[]>('leaderboard')
  const shown = partners.filter(({ rank, isYou }) => rank <= 5 || isYou)
  if (shown.length === 0) return
  const items = shown.map((one): [string, string] => [`${one.rank}. ${one.isYou ? 'You' : 'Partner'}`, formatMoney(one.totalCommissions)])
  section('Leaderboard', rows(items))
}

function showFooter({ main, make, section }: Page, { faq, program, showsBadge }: Overview): void {
  const questions = faq.map(({ question, answer }) => make('details', '', make('summary', question), make('p', answer)))
  if (questions.length > 0) section('Questions', ...questions)
  const footer = make('footer', '')
  for (const [name, url] of Object.entries({ Terms: program.termsUrl, Help: program.helpUrl })) {
    if (!url) continue
    const link = make('a', name)
    for (const [key, value] of Object.entries({ href: url, target: '_blank', rel: 'noopener' })) link.setAttribute(key, value)
    footer.append(link)
  }
  if (showsBadge) footer.append(make('small', 'Powered by Tributary'))
  main.append(footer)
}

async function showReferrals(window: Browser): Promise<void> {
  const page = openPage(window)
  try {
    const overview = await page.call<Overview>('token')
    showHeader(page, overview)
    await showLinks(page, overview)
    showRewards(page, overview)
    await showBounties(page)
    await showEarnings(page, overview)
    await showLeaderboard(page, overview)
    showFooter(page, overview)
  } catch (error) {
    const message = page.make('p', (error as Error).message)
    message.setAttribute('role', 'alert')
    page.main.replaceChildren(message)
  }
}

// Every function that another one calls must be listed: pages have no imports.
const scriptFunctions = [
  formatMoney,
  openPage,
  showHeader,
  copyLink,
  linkRow,
  showLinks,
  linkForm,
  showRewards,
  ...bountyFunctions,
  showEarnings,
  showLeaderboard,
  showFooter,
  showReferrals,
]

/** The script as text, which shows the page. */
export const referralsScript = `${scriptFunctions.map(String).join('\n')}\nvoid showReferrals(window)`
