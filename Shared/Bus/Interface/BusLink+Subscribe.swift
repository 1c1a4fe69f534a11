internal import Schema

extension BusLink {
    /// Subscribes in addition, now and on every connection to come. A refusal ends the connection with
    /// ``BusFailure/Kind/subscriptionRefused``, which names the filter.
    public func subscribe(_ subscriptions: [Subscription]) {
        for subscription in subscriptions {
            filters.removeAll { $0.filter == subscription.filter }
            filters.append(subscription)
            guard machine.isReady, let id = transport.subscribe(subscription) else { continue }
            pendingPackets[id] = .addedFilter(subscription.filter)
        }
    }

    /// Ends subscriptions, now and for the connections to come.
    public func unsubscribe(_ filtersToEnd: [String]) {
        for filter in filtersToEnd {
            filters.removeAll { $0.filter == filter }
            if machine.isReady { transport.unsubscribe(filter) }
        }
    }

    /// The filters subscribed on each connection.
    public var subscriptions: [Subscription] { filters }
}
