/** Reads forms from HTML pages. */

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescapeHtml = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] as string)
const attribute = (tag: string, name: string) => unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Finds the first form, or the one that submits to `path`, and returns its action and preset fields. */
export function findForm(page: string, path?: string): { action: string; fields: Record<string, string> } {
  const forms = [...page.matchAll(/<form[^>]*>[^]*?<\/form>/g)].map(([text]) => text)
  const form = forms.find((one) => !path || attribute(one, 'action') === path)
  if (!form) throw new Error(`no form${path ? ` to ${path}` : ''} on:\n${page}`)
  const inputs = [...form.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, 'value') && (!tag.includes('type="radio"') || tag.includes(' checked')))
  return {
    action: attribute(form, 'action'),
    fields: Object.fromEntries(inputs.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])),
  }
}
