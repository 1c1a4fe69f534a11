/// What stands above the view of a run: where everything is, and how to look at it from another terminal.
enum UpHeader {
    static func text(_ plan: UpPlan) -> String {
        let topics = "'beaconbus/\(UpSettings.site)/#'"
        let control = "\(plan.settings.programs)/beaconctl"
        guard plan.layout != nil else {
            return """
                BeaconBus: site \(UpSettings.site), node \(UpSettings.node), input \(plan.settings.input), \
                broker 127.0.0.1:\(plan.ports.nodes), open
                Data in \(plan.folder). In another terminal:
                  mosquitto_sub -p \(plan.ports.nodes) -v -t \(topics)
                  \(control) --broker 127.0.0.1:\(plan.ports.nodes) status


                """
        }
        let name = "op_\(UpSettings.operatorID)"
        return """
            BeaconBus: site \(UpSettings.site), node \(UpSettings.node), input \(plan.settings.input), \
            broker 127.0.0.1, closed: nodes \(plan.ports.nodes), people \(plan.ports.people)
            Data in \(plan.folder). In another terminal:
              cd \(plan.folder)
              mosquitto_sub -p \(plan.ports.people) --cafile tls/authority.pem --cert tls/\(name).crt --key tls/\(name).key \
            -v -t \(topics)
              \(control) --config \(name).yaml status


            """
    }
}
