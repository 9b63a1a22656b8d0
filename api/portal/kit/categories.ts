/** Categories of programs, which are also the interests of partners. */
export const categories = [
  ...['AI', 'Development', 'Design', 'Productivity', 'Finance', 'Marketing', 'Ecommerce', 'Security', 'Education', 'Health'],
  ...['Consumer', 'Support'],
].map((value) => ({ value, label: value }))
