/** Keys that nobody may take, as data. */

/** On every domain: files that browsers, crawlers and operating systems ask a host for. */
export const wellKnownFiles: ReadonlySet<string> = new Set([
  'favicon.ico',
  'sitemap.xml',
  'robots.txt',
  'manifest.webmanifest',
  'manifest.json',
  'apple-app-site-association',
])

/**
 * On the service's own short domains, which usually share their host with the API: first segments of the service's
 * paths, and words under which a visitor expects the operator and nobody else. RESERVED_KEYS adds to them.
 */
export const reservedWords: ReadonlySet<string> = new Set([
  // Paths of the service.
  ...['api', 'links', 'tags', 'folders', 'domains', 'analytics', 'events', 'track', 'script', 'customers', 'partners', 'program-applications'],
  ...['discount-codes', 'commissions', 'payouts', 'tokens', 'qr', 'bounties', 'workspaces', 'utm', 'dashboards', 'integrations', 'webhooks'],
  ...['jobs', 'logs', 'me', 'memories', 'search', 'v1', 'v2', 'v3', 'oauth', 'user', 'users', 'programs', 'groups', 'rewards', 'discounts', 'network', 'cron', 'admin', 'health', 'ready'],
  ...['metrics', 'docs', 'openapi', 'exports', 'imports', 'invoices', 'campaigns', 'messages', 'billing', 'stats'],
  // The operator's voice.
  ...['about', 'abuse', 'account', 'app', 'assets', 'auth', 'blog', 'careers', 'changelog', 'contact', 'dashboard', 'download', 'enterprise'],
  ...['features', 'forgot-password', 'help', 'home', 'inspect', 'install', 'legal', 'login', 'logout', 'new', 'onboarding', 'pricing', 'privacy'],
  ...['register', 'reset-password', 'security', 'settings', 'share', 'signin', 'signout', 'signup', 'static', 'status', 'support', 'terms'],
  ...['tos', 'unsubscribe', 'upgrade', 'welcome', 'www'],
])
