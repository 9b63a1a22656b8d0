/** What a browser would find on a page. */

const plain: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (sign) => plain[sign] as string)
const attribute = (tag: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** The first form (or the one that sends to `path`): where it sends, and what its fields hold already. */
export function formOn(page: string, path?: string): { action: string; fields: Record<string, string> } {
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
