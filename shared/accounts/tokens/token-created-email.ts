/** Notifies a user of a new API key in their name, so that a key created by someone else is noticed. */
export const tokenCreatedEmail = (to: string, key: string, workspace: string | null) => ({
  to,
  subject: workspace ? `New API key for ${workspace}` : 'New personal API key',
  text: [
    `The ${workspace ? `API key "${key}" for the workspace ${workspace}` : `personal API key "${key}"`} was created in your name.`,
    'If you did not create it, delete the key and change your password.',
  ].join('\n\n'),
})
