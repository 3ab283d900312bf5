const { BASE_URL, KEY } = process.env;

/** How each generated function sends its request: to the service, with the key. */
export async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const headers = { ...init.headers, Authorization: `Bearer ${KEY}` };
  const response = await fetch(`${BASE_URL}${path}`, { ...init, headers });
  const data: unknown = await response.json();
  return { data, status: response.status, headers: response.headers } as Answer;
}
