import type { Scope } from '../../kernel/scope.js'

interface TextEmail {
  subject: string
  text: string
}

/** Ends an email to a partner with the address of the partner portal, where it can see more. */
export const withPortalLink = ({ config }: Pick<Scope, 'config'>, email: TextEmail): TextEmail => ({
  ...email,
  text: `${email.text}\n\nYour partner portal: ${config.baseUrl}/portal`,
})
