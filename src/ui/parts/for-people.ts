/** A message of the API without what it tells programs, as "; GET /v1/jobs lists yours": a page has a link for that. */
export const forPeople = (message: string): string => message.replace(/; (GET|POST) \/v1\/\w+ [^.]+(?=\.)/, '');
