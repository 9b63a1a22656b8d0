/** Line icons. Decorative: the control beside them has a name. */

const paths = {
  home: 'M3 11l9-8 9 8M5 9.5V21h14V9.5',
  links: 'M10 14a4 4 0 0 0 5.7 0l4-4a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-5.7 0l-4 4A4 4 0 0 0 10 19.7l1.3-1.3',
  analytics: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  events: 'M3 12h4l3 8 4-16 3 8h4',
  customers:
    'M16 20v-1a5 5 0 0 0-10 0v1M11 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M21 20v-1a5 5 0 0 0-3.500-4.700M15.500 4.300a3.500 3.500 0 0 1 0 6.400',
  domains: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  folders: 'M3 6h6l2 2h10v11H3z',
  tags: 'M3 4v8l9 9 8-8-9-9zM7.500 8.500h.01',
  webhooks: 'M12 8a3 3 0 1 0-3 3l-3 6M12 8l3.500 6M15 18a3 3 0 1 0 0.500-4M6 17h9M9 17a3 3 0 1 1-4-3',
  keys: 'M14 10a4 4 0 1 0-3.500 4L13 16.500V19h2.500v-2.500H18V14l-4-4M8 9h.01',
  members: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20a7 7 0 0 1 14 0',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  partners: 'M8 13l3 3a2 2 0 0 0 3 0l5-5-4-5-3 1-3-1-6 4 3 5zM3 8l4-3M21 10l-2-5',
  groups: 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z',
  rewards: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10M9 13l-2 8 5-3 5 3-2-8',
  applications: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M14 3v5h5',
  commissions:
    'M12 3v18M16 7c-1-1.500-2.500-2-4-2-2 0-4 1-4 3.200C8 13 16.500 11 16.500 15.500 16.500 18 14 19 12 19c-2 0-3.500-.8-4.500-2.500',
  payouts: 'M3 7h18v11H3zM3 11h18M7 15h3',
  program: 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6',
  bounties: 'M5 21V4h13l-3 4.500 3 4.500H5',
  fraud: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM12 8v5M12 16h.01',
  messages: 'M4 5h16v11H9l-5 4z',
  campaigns: 'M3 6h18v12H3zM3 7l9 7 9-7',
  workflows: 'M4 4h6v5H4zM14 15h6v5h-6zM7 9v4a4 4 0 0 0 4 4h3',
  resources: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M8.500 9h.01',
  discounts: 'M5 19L19 5M7.500 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M16.500 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  network:
    'M12 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M5 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M19 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M11 8l-5 8M13 8l5 8M7.500 18.500h9',
  leads: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20a7 7 0 0 1 10-5M18 14v6M15 17h6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l5 5',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  arrow: 'M7 17L17 7M9 7h8v8',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2',
  chevron: 'M8 10l4 4 4-4',
  earlier: 'M14 6l-6 6 6 6',
  later: 'M10 6l6 6-6 6',
  leave: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 20V9M7 13l5-5 5 5M4 4h16',
  jobs: 'M4 6h10M4 12h6M4 18h8M19 9v6l3 2M19 21a5 5 0 1 0 0-10 5 5 0 0 0 0 10',
  utm: 'M4 6h16M4 12h10M4 18h6M17 15v6M14 18h6',
  integrations: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6',
  logs: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  usage: 'M12 21a9 9 0 1 1 9-9M12 12l4-4M12 3v2M3 12h2',
  memories:
    'M9 4a3 3 0 0 0-3 3 3 3 0 0 0-2 5 3 3 0 0 0 2 5 3 3 0 0 0 6 1V6a2 2 0 0 0-3-2M15 4a3 3 0 0 1 3 3 3 3 0 0 1 2 5 3 3 0 0 1-2 5 3 3 0 0 1-6 1',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  workspaces: 'M4 4h16v5H4zM4 13h16v7H4zM8 13v7',
  history: 'M4 12a8 8 0 1 1 3 6M4 20v-5h5M12 8v5l3 2',
  saved: 'M7 4h10v16l-5-4-5 4z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
}
export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
