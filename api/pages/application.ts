import { type ApplicationField, type FoundForm, inputName } from '../../shared/applications/index.js'
import type { Reply } from '../http/reply.js'
import { html, type Markup } from './markup.js'
import { field, fileForm, form, hidden, page } from './page.js'

/** The page on which a partner applies to a program. */
export function applyPage(
  path: string,
  { program, group, fields, visitId, via }: FoundForm & { visitId: string | null; via: string | undefined },
): Reply {
  const { name, slug, logo, description, termsUrl } = program
  const query = group.id === program.defaultGroupId ? '' : `?${new URLSearchParams({ group: group.slug }).toString()}`
  return page(
    `Become a partner of ${name}`,
    html`<p>${description ?? `Recommend ${name} with links of your own and earn commissions.`}</p>
      ${(fields.some(({ type }) => type === 'image-upload') ? fileForm : form)(
        `${path}/${encodeURIComponent(slug)}/form${query}`,
        visitId ? hidden('visit', visitId) : html``,
        via ? hidden('via', via) : html``,
        field('Name', 'name', { autocomplete: 'name' }),
        field('Email', 'email', { type: 'email', autocomplete: 'email' }),
        html`<label
          >Country (code of two letters, optional)<input name="country" pattern="[A-Za-z]{2}" maxlength="2" autocomplete="country"
        /></label>`,
        ...fields.map(inputsOf),
        html`<button>Apply</button>`,
      )}
      ${termsUrl && html`<p>By applying you accept the <a href="${termsUrl}">terms of the program</a>.</p>`}`,
    { brand: { name, logo: group.logo ?? logo ?? null, color: group.brandColor ?? null } },
  )
}

const required = (isRequired: boolean): Markup => html`${isRequired && html` required`}`
const labelOf = ({ label, required: isRequired }: ApplicationField) => (isRequired ? label : `${label} (optional)`)

function inputsOf(one: ApplicationField): Markup {
  const name = inputName(one.id)
  if (one.type === 'website-and-socials')
    return html`${one.required && html`<p>${one.label}: at least one is required.</p>`}${one.data.fields.map(
      ({ type, required: isRequired }) =>
        html`<label
          >${platformLabels[type]}${!isRequired && ' (optional)'}<input name="${type}" maxlength="190" ${required(isRequired)}
        /></label>`,
    )}`
  if (one.type === 'multiple-choice')
    return html`<fieldset>
      <legend>${labelOf(one)}</legend>
      ${one.data.options.map(({ id, value }, index) =>
        one.data.multiple
          ? html`<label><input type="checkbox" name="${inputName(one.id, index)}" value="on" /> ${value}</label>`
          : html`<label><input type="radio" name="${name}" value="${id}" ${required(one.required)} /> ${value}</label>`,
      )}
    </fieldset>`
  if (one.type === 'select')
    return html`<label
      >${labelOf(one)}<select name="${name}" ${required(one.required)}>
        <option value=""></option>
        ${one.data.options.map(({ id, value }) => html`<option value="${id}">${value}</option>`)}
      </select></label
    >`
  if (one.type === 'long-text')
    return html`<label
      >${labelOf(one)}<textarea name="${name}" rows="5" maxlength="${one.data.maxLength ?? maxText}" ${required(one.required)}></textarea>
    </label>`
  if (one.type === 'image-upload')
    return html`<label
      >${labelOf(one)}<input type="file" name="${name}" accept="image/png,image/jpeg,image/gif,image/webp" ${required(one.required)}
    /></label>`
  return html`<label
    >${labelOf(one)}<input type="text" name="${name}" maxlength="${one.data.maxLength ?? maxText}" ${required(one.required)}
  /></label>`
}

const maxText = 5000
const platformLabels = {
  website: 'Website',
  youtube: 'YouTube',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  tiktok: 'TikTok',
}

interface ApplicationToConfirm {
  token: string
  email: string
  programNames: string[]
}

/** The page behind the link that confirms the address of an applicant. */
export const confirmApplicationPage = (path: string, { token, email, programNames }: ApplicationToConfirm): Reply =>
  page(
    'Submit your application',
    html`<p>${email} applies to the partner program of ${programNames.join(' and ')}.</p>
      ${form(`${path}/confirm/form`, hidden('token', token), html`<button>Submit application</button>`)}`,
  )
