/** What is used of the package, which brings no types: encryption (RFC 8291) and signature (RFC 8292). Sending is ours, with bounds. */
declare module 'web-push' {
  type Details = { endpoint: string; headers: Record<string, string | number>; body: Buffer };
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        TTL: number;
        urgency: 'normal' | 'high';
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
      },
    ): Details;
  };
  export default webPush;
}
