/** The services that can hear of reports. `json` is any other service that takes JSON. */
export const CHAT_SERVICES = ["discord", "slack", "matrix", "json"] as const;
export type ChatService = (typeof CHAT_SERVICES)[number];

/** The services' names, within a sentence. */
export const CHAT_LABELS: Readonly<Record<ChatService, string>> = {
  discord: "Discord",
  slack: "Slack",
  matrix: "Matrix",
  json: "your own service",
};

/** What became of a message to the chat, as a sentence for admins. None of them tells the address. */
export const CHAT_RESULTS = {
  delivered: "The message has arrived.",
  busy: "The service wants fewer messages at the moment. Please try again later.",
  unavailable: "The service has a fault at the moment. Please try again later.",
  slow: "The service did not answer within 5 seconds. Please try again later.",
  unreachable: "The service cannot be reached. Please check the host, or try again later.",
  refused: "The service refuses the message. Perhaps the webhook was deleted: please check the secret.",
  redirected:
    "The service sends messages on to another address, which the logbook does not follow. Please check the secret.",
  private: "The service's name leads to an address inside a private network, to which the logbook sends nothing.",
  unset: "The secret is missing, or is no address of this service. Please check the secret, then deploy again.",
  waiting: "There is no result yet. Please look into the chat, or try again in a minute.",
} as const;
export type ChatResult = keyof typeof CHAT_RESULTS;
