/** The data of a notification about a job, and the message that asks a page to open that job. `href` is the URL of its page. */
export type JobNotice = { readonly openJob: string; readonly href: string };

export const isJobNotice = (data: unknown): data is JobNotice =>
  typeof data === 'object' &&
  data !== null &&
  'openJob' in data &&
  typeof data.openJob === 'string' &&
  'href' in data &&
  typeof data.href === 'string';
