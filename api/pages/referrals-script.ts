/** The script of the embedded referral page. The function runs in the browser, not in this process: it must not use imports. */

interface Node {
  textContent: string | null
  className: string
  hidden: boolean
  style: { setProperty(name: string, value: string): void }
  append(...children: Node[]): void
  replaceChildren(...children: Node[]): void
  setAttribute(name: string, value: string): void
  addEventListener(event: string, listener: (event: { preventDefault(): void }) => void): void
  querySelector(selector: string): Node | null
  value?: string
}

/** The browser APIs that the script uses. */
export interface Browser {
  location: { search: string }
  document: { body: Node; documentElement: Node; title: string; createElement(tag: string): Node; getElementById(id: string): Node | null }
  navigator: { clipboard?: { writeText(text: string): Promise<void> } }
  fetch(url: string, request: object): Promise<{ ok: boolean; json(): Promise<unknown> }>
  URLSearchParams: new (text: string) => { get(name: string): string | null }
  setTimeout(work: () => void, milliseconds: number): unknown
}

interface Overview {
  program: { name: string; logo: string | null; termsUrl: string | null; helpUrl: string | null }
  group: { logo: string | null; brandColor: string | null; canChooseUrl: boolean }
  partner: { name: string; status: string }
  totals: { clicks: number; leads: number; sales: number; saleAmount: number; earnings: number | null }
  rewards: { event: string; type: string; amountInCents?: number | null; amountInPercentage?: number | null; description?: string | null }[]
  faq: { question: string; answer: string }[]
  showsLeaderboard: boolean
  showsBadge: boolean
}

export async function showReferrals(window: Browser): Promise<void> {
  const { document, navigator } = window
  const token = new window.URLSearchParams(window.location.search).get('token')
  const main = document.getElementById('main') as Node
  const money = (cents: number) => (cents / 100).toLocaleString(undefined, { style: 'currency', currency: 'USD' })

  const make = (tag: string, text: string, ...children: Node[]) => {
    const node = document.createElement(tag)
    if (text) node.textContent = text
    node.append(...children)
    return node
  }
  const section = (title: string, ...children: Node[]) => main.append(make('section', '', make('h2', title), ...children))
  const call = async <Body>(path: string, request: { method?: string; body?: string } = {}): Promise<Body> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await window.fetch(`/embed/referrals/${path}`, { ...request, headers })
    const body = await response.json()
    if (!response.ok) throw new Error((body as { error?: { message: string } }).error?.message ?? 'The request failed.')
    return body as Body
  }

  const linkRow = (link: { shortLink: string; url: string; clicks: number; leads: number; sales: number }) => {
    const button = make('button', 'Copy')
    button.setAttribute('type', 'button')
    button.setAttribute('aria-label', `Copy ${link.shortLink}`)
    button.addEventListener('click', () => {
      void navigator.clipboard?.writeText(link.shortLink).then(() => {
        button.textContent = 'Copied'
        window.setTimeout(() => (button.textContent = 'Copy'), 2000)
      })
    })
    const counts = make('small', `${link.clicks} clicks, ${link.leads} leads, ${link.sales} sales`)
    const row = make('li', '', make('div', '', make('strong', link.shortLink.replace(/^https?:\/\//, '')), make('br', ''), counts), button)
    row.className = 'row'
    return row
  }

  const showTotals = ({ totals }: Overview) => {
    const figures: [string, string][] = [
      ['Clicks', String(totals.clicks)],
      ['Leads', String(totals.leads)],
      ['Sales', String(totals.sales)],
    ]
    if (totals.earnings !== null) figures.push(['Earnings', money(totals.earnings)])
    const list = make('dl', '', ...figures.map(([name, value]) => make('div', '', make('dt', name), make('dd', value))))
    main.append(list)
  }

  const showRewards = ({ rewards }: Overview) => {
    if (rewards.length === 0) return
    const text = (reward: Overview['rewards'][number]) =>
      reward.description ||
      `${reward.type === 'flat' ? money(reward.amountInCents ?? 0) : `${reward.amountInPercentage ?? 0} %`} for each ${reward.event}`
    section('Rewards', make('ul', '', ...rewards.map((reward) => make('li', text(reward)))))
  }

  const showLinks = async ({ group, partner }: Overview) => {
    const list = make('ul', '')
    const fill = async () => {
      const links = await call<Parameters<typeof linkRow>[0][]>('links')
      list.replaceChildren(...links.map(linkRow))
    }
    await fill()
    section('Your links', list)
    if (!group.canChooseUrl || partner.status !== 'approved') return
    const input = make('input', '')
    for (const [name, value] of Object.entries({ type: 'url', required: '', placeholder: 'https://', 'aria-label': 'Destination' }))
      input.setAttribute(name, value)
    const message = make('p', '')
    message.setAttribute('role', 'alert')
    const form = make('form', '', input, make('button', 'Create link'), message)
    form.className = 'row'
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      message.textContent = ''
      call('links', { method: 'POST', body: JSON.stringify({ url: input.value }) })
        .then(fill)
        .catch((error: Error) => (message.textContent = error.message))
    })
    main.append(form)
  }

  const showEarnings = async ({ totals }: Overview) => {
    if (totals.earnings === null) return
    const rows = await call<{ type: string; status: string; earnings: number; createdAt: string }[]>('earnings?pageSize=10')
    if (rows.length === 0) return
    const items = rows.map(({ type, status, earnings, createdAt }) => {
      const row = make(
        'li',
        '',
        make('div', `${new Date(createdAt).toLocaleDateString()}, ${type}, ${status}`),
        make('strong', money(earnings)),
      )
      row.className = 'row'
      return row
    })
    section('Latest earnings', make('ul', '', ...items))
  }

  const showLeaderboard = async ({ showsLeaderboard }: Overview) => {
    if (!showsLeaderboard) return
    const rows = await call<{ rank: number; totalCommissions: number; isYou: boolean }[]>('leaderboard')
    if (rows.length === 0) return
    const shown = rows.filter(({ rank, isYou }) => rank <= 5 || isYou)
    const items = shown.map(({ rank, totalCommissions, isYou }) => {
      const row = make('li', '', make('div', `${rank}. ${isYou ? 'You' : 'Partner'}`), make('strong', money(totalCommissions)))
      row.className = 'row'
      return row
    })
    section('Leaderboard', make('ul', '', ...items))
  }

  const showFooter = ({ faq, program, showsBadge }: Overview) => {
    if (faq.length > 0)
      section('Questions', ...faq.map(({ question, answer }) => make('details', '', make('summary', question), make('p', answer))))
    const links = [
      ['Terms', program.termsUrl],
      ['Help', program.helpUrl],
    ].flatMap(([name, url]) => {
      if (!name || !url) return []
      const link = make('a', name)
      for (const [key, value] of Object.entries({ href: url, target: '_blank', rel: 'noopener' })) link.setAttribute(key, value)
      return link
    })
    main.append(make('footer', '', ...links, ...(showsBadge ? [make('small', 'Powered by Tributary')] : [])))
  }

  try {
    const overview = await call<Overview>('token')
    document.title = overview.program.name
    if (overview.group.brandColor) document.documentElement.style.setProperty('--brand', overview.group.brandColor)
    const header = make('header', '')
    const logo = overview.group.logo ?? overview.program.logo
    if (logo) {
      const image = make('img', '')
      image.setAttribute('src', logo)
      image.setAttribute('alt', '')
      header.append(image)
    }
    header.append(make('h1', overview.program.name))
    main.replaceChildren(header)
    showTotals(overview)
    await showLinks(overview)
    showRewards(overview)
    await showEarnings(overview)
    await showLeaderboard(overview)
    showFooter(overview)
  } catch (error) {
    const message = make('p', (error as Error).message)
    message.setAttribute('role', 'alert')
    main.replaceChildren(message)
  }
}
