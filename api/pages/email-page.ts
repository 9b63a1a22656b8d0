/** An email as its recipient sees it, for a frame of the console: without scripts, and with images through this origin. */
import { Reply } from '../http/reply.js'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescapeHtml = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)

/** Texts in the email are escaped, so every tag that is found here was rendered. */
const withOwnImages = (email: string, imagePath: string) =>
  email.replaceAll(
    /<img src="(https?:[^"]*)"/gi,
    (_, source: string) => `<img src="${imagePath}&amp;url=${encodeURIComponent(unescapeHtml(source))}"`,
  )

/** `imagePath` is an address of this service that takes the address of an image as the parameter `url`. */
export const emailPage = (email: string, imagePath: string): Reply =>
  new Reply(
    200,
    {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [
        "default-src 'none'",
        // Emails have inline styles.
        "style-src 'unsafe-inline'",
        "img-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        // The same origin sends the session with requests of images; without scripts nothing else can use it.
        'sandbox allow-same-origin',
      ].join('; '),
    },
    withOwnImages(email, imagePath),
  )
