import type { AskedAccess } from '../../shared/accounts/index.js'
import type { Reply } from '../http/reply.js'
import { html, type Markup } from './markup.js'
import { form, hidden, page, problem } from './page.js'

const path = '/oauth/authorize/form'

/** Asks whether an app may act for the person, and where. */
export function consentPage({ app, scopes, places, query }: AskedAccess): Reply {
  if (places.length === 0)
    return page(`Let ${app.name} in?`, problem('There is no workspace where you may let this app in.'), { status: 403 })
  const kept = Object.entries(query)
    .filter((one): one is [string, string] => typeof one[1] === 'string')
    .map(([name, value]) => hidden(name, value))
  const body = html`<p>
      ${app.name} by ${app.developer} (${app.website}) wants to act in your name. It then leads to ${new URL(query.redirect_uri).host}.
    </p>
    <p>It may:</p>
    <ul>
      ${['see who you are', ...scopes.map(inWords)].map((one) => html`<li>${one}</li>`)}
    </ul>
    ${form(path, ...kept, ...places.map(choice), html`<p><button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></p>`)}`
  return page(`Let ${app.name} in?`, body, { leadsTo: [new URL(query.redirect_uri).origin] })
}

const choice = ({ workspaceId, name, slug }: AskedAccess['places'][number], at: number): Markup =>
  html`<label
    ><input type="radio" name="workspaceId" value="${workspaceId}" required${at === 0 && html` checked`} /> ${name} (${slug})</label
  >`

/** `links.write` -> `read and change links`. */
function inWords(scope: string): string {
  const [thing, right] = scope.split('.')
  return right === 'write' ? `read and change ${thing}` : `read ${thing}`
}
