/** Links, terms, figures and bounties of one partner, in the colour of the program. */
import { useEffect, useMemo } from 'preact/hooks'
import { ErrorState } from '../../console/kit/empty-state.js'
import { formatMoney, formatNumber, safeHref } from '../../console/kit/format.js'
import { Toasts } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { isActive } from '../../portal/shell/program.js'
import { discountSentence, rewardSentence } from '../../portal/terms.js'
import { CallContext, callWith, type Overview } from './client.js'
import { Links } from './links.js'
import { Bounties, Earnings, Leaderboard } from './lists.js'

export function Referrals({ token }: { token: string }) {
  const call = useMemo(() => callWith(token), [token])
  const { value, error, reload } = useLoad(token, (signal) => call('getEmbedOverview', {}, signal))
  useEffect(() => {
    if (!value) return
    document.title = value.program.name
    const root = document.documentElement
    root.classList.toggle('branded', value.group.brandColor !== null)
    root.style.setProperty('--brand', value.group.brandColor)
  }, [value])
  if (error)
    return (
      <main class="embedded">
        <ErrorState error={error} onRetry={reload} />
      </main>
    )
  if (!value) return <div class="starting" role="status" aria-label="Loading" />
  return (
    <CallContext.Provider value={call}>
      <main class="embedded">
        <Header overview={value} />
        <Links overview={value} />
        <Terms overview={value} />
        <Bounties isActive={isActive(value.partner)} />
        {value.totals.earnings !== null && <Earnings />}
        {value.showsLeaderboard && <Leaderboard />}
        <Questions overview={value} />
        <Footer overview={value} />
      </main>
      <Toasts />
    </CallContext.Provider>
  )
}

function Header({ overview: { program, group, totals } }: { overview: Overview }) {
  const logo = group.logo ?? program.logo
  const figures = [
    { label: 'Clicks', value: formatNumber(totals.clicks) },
    { label: 'Leads', value: formatNumber(totals.leads) },
    { label: 'Sales', value: formatNumber(totals.sales) },
    ...(totals.earnings === null ? [] : [{ label: 'Earnings', value: formatMoney(totals.earnings) }]),
  ]
  return (
    <>
      <header class="named">
        {logo && safeHref(logo) && <img class="program-logo" src={logo} alt="" />}
        <h1>{program.name}</h1>
      </header>
      <dl class="embed-figures">
        {figures.map(({ label, value }) => (
          <div key={label} class="card">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Terms({ overview: { rewards, discount } }: { overview: Overview }) {
  if (rewards.length === 0 && !discount) return null
  return (
    <section class="card" aria-label="Rewards">
      <h2>Rewards</h2>
      <ul>
        {rewards.map((reward) => (
          <li key={reward.id}>{rewardSentence(reward)}</li>
        ))}
        {discount && <li>{discountSentence(discount)}</li>}
      </ul>
    </section>
  )
}

const Questions = ({ overview: { faq } }: { overview: Overview }) =>
  faq.length === 0 ? null : (
    <section class="card" aria-label="Questions">
      <h2>Questions</h2>
      {faq.map(({ question, answer }) => (
        <details key={question} class="section">
          <summary>{question}</summary>
          <p class="prose">{answer}</p>
        </details>
      ))}
    </section>
  )

function Footer({ overview: { program, showsBadge } }: { overview: Overview }) {
  const links = [
    { label: 'Terms', href: program.termsUrl },
    { label: 'Help', href: program.helpUrl },
  ]
  return (
    <footer class="embed-footer muted">
      {links.map(
        ({ label, href }) =>
          href &&
          safeHref(href) && (
            <a key={label} href={safeHref(href)} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ),
      )}
      {showsBadge && <small>Powered by Tributary</small>}
    </footer>
  )
}
