import type { AccessRequest } from '../../shared/accounts/index.js'
import type { Reply } from '../http/reply.js'
import { html, type Markup } from './markup.js'
import { form, hidden, page, errorBox } from './page.js'

const path = '/oauth/authorize/form'
const buttons = html`<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button>`

/** Requests the user to authorize an OAuth app for one of their workspaces. */
export function consentPage({ app, scopes, workspaces, query }: AccessRequest): Reply {
  if (workspaces.length === 0)
    return page(`Authorize ${app.name}`, errorBox('You cannot authorize this app in any of your workspaces.'), { status: 403 })
  const hiddenFields = Object.entries(query)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => hidden(name, value))
  const body = html`<p>
      ${app.name} by ${app.developer} (${app.website}) requests access on your behalf. Afterwards you are redirected to
      ${new URL(query.redirect_uri).host}.
    </p>
    <p>The app will be able to:</p>
    <ul>
      ${['see your name and picture', ...scopes.map(describeScope)].map((permission) => html`<li>${permission}</li>`)}
    </ul>
    ${form(path, ...hiddenFields, ...workspaces.map(workspaceOption), buttons)}`
  return page(`Authorize ${app.name}`, body, { formTargets: [new URL(query.redirect_uri).origin] })
}

const workspaceOption = ({ workspaceId, name, slug }: AccessRequest['workspaces'][number], index: number): Markup =>
  html`<label
    ><input type="radio" name="workspaceId" value="${workspaceId}" required${index === 0 && html` checked`} /> ${name} (${slug})</label
  >`

/** `links.write` -> `read and change links`. */
function describeScope(scope: string): string {
  if (scope === 'conversions.write') return 'record leads and sales'
  const [resource, access] = scope.split('.')
  return access === 'write' ? `read and change ${resource}` : `read ${resource}`
}
