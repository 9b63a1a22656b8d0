/**
 * Fragments of user agents that belong to programs, not to people. Compared without case, anywhere in the agent.
 * Names of apps in whose own browsers people follow links (of messengers, networks, search engines) are left out: those are clicks.
 */
export const agentFragments: Record<string, readonly string[]> = {
  generic: ['bot', 'crawler', 'crawling', 'spider', 'scraper', 'scanner', 'http', 'fetch', 'preview', 'monitor', 'archiver'],
  'command lines and HTTP libraries': [
    'curl', 'wget', 'python', 'node', 'ruby', 'php/', 'java/', 'okhttp', 'go-http-client', 'axios', 'guzzle', 'postman', 'insomnia', 'newman', 'scrapy', 'libwww', 'undici', 'aiohttp', 'winhttp',
  ],
  'browsers without a person': ['headlesschrome', 'phantomjs', 'puppeteer', 'playwright', 'selenium', 'electron-fetch'],
  'search engines': ['google', 'slurp', 'yandex', 'teoma', 'sogou', 'duckduckgo-favicons', 'seznam', 'yeti/', 'qwantify', 'applebot', 'petalbot', 'ia_archiver'],
  'social networks and messengers': [
    'facebookexternalhit', 'facebookcatalog', 'meta-external', 'meta-webindexer', 'whatsapp', 'skypeuripreview', 'vkshare', 'tumblr', 'bluesky', 'cardyb', 'tiktokpreload', 'bytespider',
  ],
  'previews and feeds': ['iframely', 'embedly', 'metainspector', 'feedburner', 'feedly', 'flipboard', 'outbrain', 'quora link', 'rogerbot', 'w3c_validator'],
  'uptime and speed': ['upptime', 'hyperping', 'cron-job', 'pingdom', 'statuscake', 'site24x7', 'uptimerobot', 'uptime', 'gtmetrix', 'webpagetest', 'lighthouse', 'pagespeed', 'datadog', 'newrelic'],
  'machine learning': ['chatgpt', 'gptbot', 'oai-searchbot', 'anthropic-ai', 'claude-web', 'claudebot', 'perplexity', 'cohere-ai', 'ccbot', 'timpi', 'diffbot', 'applebot-extended', 'imagesift', 'omgili'],
  'search optimisation and link checks': ['ahrefs', 'semrush', 'mj12', 'dotbot', 'screaming frog', 'seokicks', 'serpstat', 'linkcheck', 'dead link', 'xenu', 'validator', 'netcraft', 'censys', 'zgrab', 'masscan'],
}
